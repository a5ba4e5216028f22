package io.tfsno.pde.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Tensor;
import io.tfsno.pde.CosineSeries;
import io.tfsno.pde.solver.Solver;
import io.tfsno.spectral.Derivative;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Nonlinear equations on a line against solutions in closed form. Where no other reason is given, a
 * threshold is three times the error that an independent float64 prototype reached at the same
 * setting.
 */
@ExtendWith(PerTestScope.class)
class ExactSolutions1dTest {
  private static final double NU = 0.01 / Math.PI;

  /** Cole-Hopf in closed form: u = 2 nu k e sin(kx) / (1 + e cos(kx)), e = a exp(-rate t). */
  static double coleHopf(double nu, double k, double e, double x) {
    return 2 * nu * k * e * Math.sin(k * x) / (1 + e * Math.cos(k * x));
  }

  @ParameterizedTest
  @CsvSource({"0.9, 100, 3.6e-10", "0.9, 200, 2.3e-11", "0.99, 200, 1.2e-9"})
  void burgers_fromTheColeHopfForm_followsIt(double a, int steps, double threshold) {
    double k = 2 * Math.PI;
    double[][] found =
        SolverRuns.run(
            new Burgers(1, NU),
            1,
            768,
            1,
            steps,
            2,
            512,
            SolverRuns.line(1, x -> coleHopf(NU, k, a, x)));
    double e = a * Math.exp(-NU * k * k);
    double[] exact = SolverRuns.onLine(512, 1, x -> coleHopf(NU, k, e, x));
    assertThat(SolverRuns.maxDifference(found[1], exact)).isLessThan(threshold);
  }

  @Test
  void burgers_fromAnyState_isTheColeHopfIntegral() {
    // The golden case E1 at a quarter of the reference step, at 16 points and four times.
    double w = 2 * Math.PI;
    DoubleUnaryOperator u0 =
        x ->
            0.5 * Math.sin(w * x)
                + 0.25 * Math.sin(2 * w * x + 1)
                + 0.125 * Math.cos(3 * w * x - 0.5);
    DoubleUnaryOperator integralOfU0 =
        y ->
            0.5 * (1 - Math.cos(w * y)) / w
                + 0.25 * (Math.cos(1) - Math.cos(2 * w * y + 1)) / (2 * w)
                + 0.125 * (Math.sin(3 * w * y - 0.5) - Math.sin(-0.5)) / (3 * w);
    int stored = 1024;
    double[][] found =
        SolverRuns.run(new Burgers(1, NU), 1, 1536, 0.25, 1000, 5, stored, SolverRuns.line(1, u0));
    for (int s = 1; s <= 4; s++) {
      for (int i = 0; i < stored; i += stored / 16) {
        double exact = coleHopfIntegral(integralOfU0, NU, (double) i / stored, 0.25 * s);
        assertThat(found[s][i]).isCloseTo(exact, within(1.2e-11));
      }
    }
  }

  /**
   * {@code u = int ((x-y)/t) W dy / int W dy} with {@code W = exp(-[int_0^y u0 + (x-y)^2/(2t)] / (2
   * nu))}, by the trapezoid rule, which converges faster than any power for such W.
   */
  private static double coleHopfIntegral(
      DoubleUnaryOperator integral, double nu, double x, double t) {
    int n = 12_000;
    double[] exponent = new double[n + 1];
    double largest = Double.NEGATIVE_INFINITY;
    for (int j = 0; j <= n; j++) {
      double y = x - 3 + 6.0 * j / n;
      exponent[j] = -(integral.applyAsDouble(y) + (x - y) * (x - y) / (2 * t)) / (2 * nu);
      largest = Math.max(largest, exponent[j]);
    }
    double above = 0;
    double below = 0;
    for (int j = 0; j <= n; j++) {
      double y = x - 3 + 6.0 * j / n;
      double weight = Math.exp(exponent[j] - largest);
      above += (x - y) / t * weight;
      below += weight;
    }
    return above / below;
  }

  @ParameterizedTest
  @CsvSource({"200, 1.5e-7", "400, 9e-9"})
  void allenCahn_fromAPairOfFronts_movesThemAtTheirSpeed(int steps, double threshold) {
    double d = 5e-5;
    double s = 2 * Math.sqrt(2 * d);
    double c = 3 * Math.sqrt(d / 2);
    double[][] found =
        SolverRuns.run(
            new AllenCahn(1, d, 1),
            1,
            1536,
            10,
            steps,
            2,
            1024,
            SolverRuns.line(1, x -> fronts(x, 0, s)));
    double[] exact = SolverRuns.onLine(1024, 1, x -> fronts(x, c * 10, s));
    assertThat(SolverRuns.relativeError(found[1], exact)).isLessThan(threshold);
  }

  /** A plateau of 1 between fronts at 0.4 - moved and 0.6 + moved, invading the unstable 0. */
  private static double fronts(double x, double moved, double s) {
    return 0.5 * (Math.tanh((x - 0.4 + moved) / s) - Math.tanh((x - 0.6 - moved) / s));
  }

  @Test
  void allenCahn_fromAUniformState_followsTheLogisticLaw() {
    double[][] found =
        SolverRuns.run(
            new AllenCahn(1, 5e-5, 1),
            1,
            24,
            3,
            60,
            2,
            16,
            SolverRuns.series(new CosineSeries(0.1, List.of())));
    double exact = 0.1 * Math.exp(3) / Math.sqrt(1 + 0.01 * (Math.exp(6) - 1));
    assertThat(found[1]).containsExactly(SolverRuns.onLine(16, 1, x -> exact), within(6e-7));
  }

  @Test
  void ks_energy_changesByProductionMinusDissipation() {
    // d/dt mean(u^2)/2 = mean(u_x^2) - mean(u_xx^2), by a fourth-order difference over five steps.
    double h = 0.01;
    int last = 1202;
    double[][] found =
        SolverRuns.run(new KuramotoSivashinsky1d(), 64, 384, h, 1, last + 1, 256, ksState(0));
    double[] energy = new double[5];
    for (int i = 0; i < 5; i++) {
      energy[i] = Math.pow(SolverRuns.rms(found[last - 4 + i]), 2) / 2;
    }
    double rate = (energy[0] - 8 * energy[1] + 8 * energy[3] - energy[4]) / (12 * h);
    Tensor u = Tensor.of(found[last - 2], 256);
    double production = Derivative.of(u, 1, 64, 0).square().mean().item();
    double dissipation = Derivative.of(u, 2, 64, 0).square().mean().item();
    assertThat((rate - (production - dissipation)) / production).isCloseTo(0, within(2.4e-9));
  }

  @Test
  void ks_mean_isConserved() {
    double[][] found =
        SolverRuns.run(new KuramotoSivashinsky1d(), 64, 384, 5, 250, 5, 256, ksState(0.3));
    for (double[] u : found) {
      double mean = 0;
      for (double v : u) {
        mean += v / u.length;
      }
      // Nothing touches the mode 0; what is left is the rounding of the sum of 256 values here.
      assertThat(mean).isCloseTo(0.3, within(1e-14));
    }
  }

  private static Function<Solver, Tensor> ksState(double mean) {
    return SolverRuns.series(
        new CosineSeries(
            mean,
            List.of(
                new CosineSeries.Wave(0.3, List.of(1), 0),
                new CosineSeries.Wave(0.2, List.of(2), 0.5 - Math.PI / 2),
                new CosineSeries.Wave(0.1, List.of(4), 1))));
  }

  @Test
  void kdv_fromASoliton_carriesItUnchanged() {
    double length = 40;
    double[][] found =
        SolverRuns.run(
            new KortewegDeVries1d(),
            length,
            768,
            2,
            2000,
            2,
            512,
            SolverRuns.line(length, x -> soliton(x - 16)));
    double[] exact = SolverRuns.onLine(512, length, x -> soliton(x - 16 - 8));
    assertThat(SolverRuns.maxDifference(found[1], exact)).isLessThan(3e-8);
  }

  private static double soliton(double x) {
    return 2 / Math.pow(Math.cosh(x), 2);
  }
}
