package io.tfsno.pde.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.pde.Equation;
import io.tfsno.pde.Sampler;
import io.tfsno.pde.solver.Solver;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The scheme is of fourth order in the step. */
class ConvergenceTest {
  // Next-order terms move the measured order of a smooth case by a few tenths at these steps. The
  // stiff modes of Kuramoto-Sivashinsky approach order 4 slowly from below: 3.84 expected here.
  private static final double ALLOWED = 0.3;

  @Test
  void burgers_onHalvingTheStep_isOfOrderFour() {
    assertThat(order(new Burgers(1, 0.01), 1, 192, 0.2, 20, Benchmark.named("E1").sampler()))
        .isCloseTo(4, within(ALLOWED));
  }

  @Test
  void kuramotoSivashinsky_onHalvingTheStep_isOfOrderFour() {
    assertThat(order(new KuramotoSivashinsky1d(), 64, 96, 10, 800, Benchmark.named("E3").sampler()))
        .isCloseTo(4, within(ALLOWED));
  }

  @Test
  void navierStokes_onHalvingTheStep_isOfOrderFour() {
    assertThat(
            order(
                new NavierStokes2d(0.005), 2 * Math.PI, 48, 5, 20, Benchmark.named("E6").sampler()))
        .isCloseTo(4, within(ALLOWED));
  }

  /** log2 of the ratio of the changes on halving the step twice. */
  private static double order(
      Equation equation, double length, int points, double t, int steps, Sampler sampler) {
    Function<Solver, Tensor> initial = solver -> sampler.draw(solver.modes(), new Rng(7));
    double[][] at = new double[3][];
    for (int i = 0; i < 3; i++) {
      at[i] =
          SolverRuns.run(equation, length, points, t, steps << i, 2, points * 2 / 3, initial)[1];
    }
    double ratio = SolverRuns.relativeError(at[0], at[1]) / SolverRuns.relativeError(at[1], at[2]);
    return Math.log(ratio) / Math.log(2);
  }
}
