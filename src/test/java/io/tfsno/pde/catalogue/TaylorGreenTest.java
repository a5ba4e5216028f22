package io.tfsno.pde.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Tensor;
import io.tfsno.pde.solver.Solver;
import io.tfsno.spectral.Derivative;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.util.Arrays;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Flow in a box from the vortex {@code (sin x cos y cos z, -cos x sin y cos z, 0)} of Taylor and
 * Green (1937), on the box (0, 2 pi)^3.
 */
@ExtendWith(PerTestScope.class)
class TaylorGreenTest {
  private static final double BOX = 2 * Math.PI;

  private static Grid grid(int points) {
    return Grid.periodic(Points.cube(3, points), BOX);
  }

  private static Function<Solver, Tensor> vortex(int points) {
    return SolverRuns.state(
        grid(points),
        x -> Math.sin(x[0]) * Math.cos(x[1]) * Math.cos(x[2]),
        x -> -Math.cos(x[0]) * Math.sin(x[1]) * Math.cos(x[2]),
        x -> 0);
  }

  private static Tensor velocity(double[] values, int points) {
    return Tensor.of(values, Points.cube(3, points).shape(3));
  }

  /** {@code d u_component / d x_axis}. */
  private static Tensor slope(Tensor velocity, int component, int axis) {
    return Derivative.of(velocity.select(0, component), 1, BOX, axis);
  }

  private static double energy(double[] values) {
    return Arrays.stream(values).map(u -> u * u).sum() / (values.length / 3) / 2;
  }

  /** {@code mean |curl u|^2 / 2}. */
  private static double enstrophy(Tensor u) {
    double sum = 0;
    for (int i = 0; i < 3; i++) {
      int j = (i + 1) % 3;
      int k = (i + 2) % 3;
      sum += slope(u, k, j).sub(slope(u, j, k)).square().mean().item() / 2;
    }
    return sum;
  }

  @Test
  void energy_falls_byTwiceTheViscosityTimesTheEnstrophy() {
    double nu = 0.02;
    double h = 0.02;
    int last = 54;
    double[][] found =
        SolverRuns.run(new NavierStokes3d(nu), BOX, 24, h, 1, last + 1, 16, vortex(24));
    double[] e = new double[5];
    for (int i = 0; i < 5; i++) {
      e[i] = energy(found[last - 4 + i]);
    }
    double rate = (e[0] - 8 * e[1] + 8 * e[3] - e[4]) / (12 * h);
    double dissipation = 2 * nu * enstrophy(velocity(found[last - 2], 16));
    assertThat(rate / -dissipation).isCloseTo(1, within(1e-6));
  }

  @Test
  void velocity_ofTheSolution_hasNoDivergence() {
    double[][] found = SolverRuns.run(new NavierStokes3d(0.01), BOX, 24, 1, 20, 2, 16, vortex(24));
    Tensor u = velocity(found[1], 16);
    Tensor divergence = slope(u, 0, 0).add(slope(u, 1, 1)).add(slope(u, 2, 2));
    // Derivatives of order one, summed up from rounded values.
    assertThat(Math.sqrt(divergence.square().mean().item())).isLessThan(1e-13);
    assertThat(SolverRuns.rms(found[1])).isGreaterThan(0.1);
  }

  /**
   * Without viscosity the flow has a power series in time with rational coefficients. They follow
   * from {@code (n + 1) u_(n+1) = -P sum div(u_m u_(n-m))} in exact arithmetic; Brachet et al.
   * (1983), J. Fluid Mech. 130, give eighty of them.
   */
  @Test
  void enstrophy_earlyOn_isItsPowerSeries() {
    double[][] found = SolverRuns.run(new NavierStokes3d(0), BOX, 24, 0.1, 10, 5, 16, vortex(24));
    for (int s = 0; s < 5; s++) {
      double t = 0.1 * s;
      double series =
          3.0 / 8
              + 5.0 / 128 * t * t
              + 25.0 / 8448 * Math.pow(t, 4)
              - 52439.0 / 376668160 * Math.pow(t, 6);
      // The next term is of order 1e-4 t^8.
      assertThat(enstrophy(velocity(found[s], 16)))
          .isCloseTo(series, within(1e-12 + 2e-4 * Math.pow(t, 8)));
      assertThat(energy(found[s])).isCloseTo(1.0 / 8, within(1e-10));
    }
  }

  @Test
  void initialState_withDivergence_startsFromItsPartWithout() {
    // (cos x, 0, 0) is a gradient: it goes away. A mean flow and (cos y, 0, 0) stay.
    double[][] found =
        SolverRuns.run(
            new NavierStokes3d(0.01),
            BOX,
            12,
            1,
            1,
            1,
            8,
            SolverRuns.state(grid(12), x -> 0.5 + Math.cos(x[0]) + Math.cos(x[1]), x -> 0, x -> 0));
    double[] expected = SolverRuns.on(grid(8), x -> 0.5 + Math.cos(x[1]));
    assertThat(found[0]).containsExactly(Arrays.copyOf(expected, 3 * 512), within(1e-15));
  }

  @Test
  void shearWave_onABoxOfThreeLengths_onlyDecays() {
    // (0, sin k x, 0) advects nothing and decays as exp(-nu k^2 t).
    double nu = 0.05;
    Grid box = Grid.periodic(Points.of(12, 9, 15), 2, 1, 3);
    Grid stored = box.with(Points.of(8, 6, 10));
    double k = 2 * Math.PI / 2;
    double[][] found =
        SolverRuns.run(
            new NavierStokes3d(nu),
            box,
            1,
            5,
            2,
            stored.points(),
            SolverRuns.state(box, x -> 0, x -> Math.sin(k * x[0]), x -> 0));
    double[] v = SolverRuns.on(stored, x -> Math.exp(-nu * k * k) * Math.sin(k * x[0]));
    double[] expected = new double[3 * v.length];
    System.arraycopy(v, 0, expected, v.length, v.length);
    assertThat(found[1]).containsExactly(expected, within(1e-14));
  }

  /**
   * A separate program (NumPy, rotational form, classical Runge-Kutta, dt = 0.05) found this on the
   * same waves; on those of 64 points it found 0.648767.
   */
  @Test
  @Tag("slow")
  void enstrophy_atReynoldsHundred_peaksWhereAnotherProgramFindsIt() {
    double[][] found =
        SolverRuns.run(new NavierStokes3d(0.01), BOX, 48, 0.1, 4, 55, 32, vortex(48));
    double[] enstrophy =
        Arrays.stream(found).mapToDouble(u -> enstrophy(velocity(u, 32))).toArray();
    int peak = 0;
    for (int s = 1; s < enstrophy.length; s++) {
      peak = enstrophy[s] > enstrophy[peak] ? s : peak;
    }
    assertThat(0.1 * peak).isCloseTo(4.9, within(1e-9));
    assertThat(enstrophy[peak]).isCloseTo(0.648733, within(1e-6));
  }
}
