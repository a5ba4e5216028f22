package io.tfsno.pde.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.engine.Fft;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.pde.CosineSeries;
import io.tfsno.pde.Sampler;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Nonlinear equations in the plane against solutions in closed form. Where no other reason is
 * given, a threshold is three times the error that an independent float64 prototype reached at the
 * same setting.
 */
@ExtendWith(PerTestScope.class)
class ExactSolutions2dTest {
  private static final double BOX = 2 * Math.PI;

  private static double coleHopf(double nu, double e, double xi) {
    return ExactSolutions1dTest.coleHopf(nu, 2 * Math.PI, e, xi);
  }

  @ParameterizedTest
  @CsvSource({"50, 2.7e-8", "100, 1.8e-9"})
  void burgers_alongTheDiagonal_isTheLineEquationWithTwiceTheViscosity(
      int steps, double threshold) {
    double nu = 0.01;
    double[][] found =
        SolverRuns.run(
            new Burgers(2, nu),
            1,
            192,
            0.5,
            steps,
            2,
            128,
            SolverRuns.plane(1, (x, y) -> coleHopf(nu, 0.9, x + y)));
    double e = 0.9 * Math.exp(-2 * nu * 4 * Math.PI * Math.PI * 0.5);
    double[] exact = SolverRuns.onPlane(128, 1, (x, y) -> coleHopf(nu, e, x + y));
    assertThat(SolverRuns.maxDifference(found[1], exact)).isLessThan(threshold);
  }

  @Test
  void burgers_ofAFieldOfXAlone_isTheLineEquation() {
    double nu = 0.01;
    double[][] found =
        SolverRuns.run(
            new Burgers(2, nu),
            1,
            192,
            0.5,
            100,
            2,
            128,
            SolverRuns.plane(1, (x, y) -> coleHopf(nu, 0.9, x)));
    double e = 0.9 * Math.exp(-nu * 4 * Math.PI * Math.PI * 0.5);
    double[] exact = SolverRuns.onPlane(128, 1, (x, y) -> coleHopf(nu, e, x));
    assertThat(SolverRuns.maxDifference(found[1], exact)).isLessThan(7.5e-10);
  }

  @Test
  void navierStokes_fromTaylorGreenVortices_onlyDecays() {
    assertDecays((x, y) -> 4 * Math.cos(2 * x) * Math.cos(2 * y), Math.exp(-8 * 0.01 * 5), 5, 100);
  }

  @Test
  void navierStokes_fromOneShellOfWaveNumbers_onlyDecays() {
    // All waves have k^2 = 25: the stream function is a multiple of w and cannot advect it.
    assertDecays(
        (x, y) -> Math.cos(3 * x + 4 * y) + Math.cos(5 * x) + Math.sin(4 * x - 3 * y),
        Math.exp(-25 * 0.01 * 2),
        2,
        40);
  }

  private static void assertDecays(
      SolverRuns.PlaneFunction w0, double factor, double t, int steps) {
    double[][] found =
        SolverRuns.run(
            new NavierStokes2d(0.01), BOX, 48, t, steps, 2, 32, SolverRuns.plane(BOX, w0));
    double[] exact = SolverRuns.onPlane(32, BOX, (x, y) -> factor * w0.at(x, y));
    // The prototype reached 1e-14: rounding.
    assertThat(SolverRuns.maxDifference(found[1], exact)).isLessThan(3e-14);
  }

  @Test
  void navierStokes_withoutViscosity_conservesEnstrophyAndEnergy() {
    Sampler sampler = new Sampler(u -> 0.25, 6, m -> 1);
    double[][] found =
        SolverRuns.run(
            new NavierStokes2d(0),
            BOX,
            96,
            10,
            200,
            2,
            64,
            solver -> sampler.draw(solver.modes(), new Rng(1)));
    double[] before = invariants(found[0], 64);
    double[] after = invariants(found[1], 64);
    // The stated error is the scheme's at this step on another state of the same kind.
    assertThat(after[0] / before[0]).isCloseTo(1, within(2.4e-9));
    assertThat(after[1] / before[1]).isCloseTo(1, within(4e-10));
  }

  /** Enstrophy mean(w^2)/2 and energy sum |w_k|^2 / (2 k^2) of a vorticity on (0, 2 pi)^2. */
  private static double[] invariants(double[] w, int n) {
    Tensor c = Fft.complex(Fft.complex(Tensor.ofComplex(w, new double[w.length], n, n), 0), 1);
    double[] pairs = c.asReal().toDoubles();
    double enstrophy = 0;
    double energy = 0;
    for (int i = 0; i < n * n; i++) {
      int kx = i / n < n / 2 ? i / n : i / n - n;
      int ky = i % n < n / 2 ? i % n : i % n - n;
      double power = (pairs[2 * i] * pairs[2 * i] + pairs[2 * i + 1] * pairs[2 * i + 1]) / 2;
      enstrophy += power;
      energy += kx == 0 && ky == 0 ? 0 : power / (kx * kx + ky * ky);
    }
    return new double[] {enstrophy, energy};
  }

  @Test
  void kolmogorovFlow_fromRest_growsAsItsLaminarSolution() {
    double nu = 0.05;
    int q = 4;
    double[][] found =
        SolverRuns.run(
            new Kolmogorov2d(nu, 0, q, 1),
            BOX,
            48,
            10,
            100,
            2,
            32,
            SolverRuns.series(new CosineSeries(0, List.of())));
    double amplitude = -1 / (nu * q) * (1 - Math.exp(-nu * q * q * 10));
    double[] exact = SolverRuns.onPlane(32, BOX, (x, y) -> amplitude * Math.cos(q * y));
    // The prototype reached 3e-15 relative to the amplitude, which is 5.
    assertThat(SolverRuns.maxDifference(found[1], exact)).isLessThan(5 * 9e-15);
  }

  @Test
  void kolmogorovFlow_withDrag_growsTowardsASmallerSolution() {
    // With drag the rate nu q^2 becomes nu q^2 + drag.
    double rate = 0.05 * 16 + 0.3;
    double[][] found =
        SolverRuns.run(
            new Kolmogorov2d(0.05, 0.3, 4, 2),
            BOX,
            48,
            3,
            30,
            2,
            32,
            SolverRuns.series(new CosineSeries(0, List.of())));
    double amplitude = -2.0 * 4 / rate * (1 - Math.exp(-rate * 3));
    double[] exact = SolverRuns.onPlane(32, BOX, (x, y) -> amplitude * Math.cos(4 * y));
    assertThat(SolverRuns.maxDifference(found[1], exact)).isLessThan(7 * 9e-15);
  }

  @Test
  void allenCahn_ofADisc_losesAreaAtTheRateOfItsCurvature() {
    // d(area)/dt = -2 pi D for thin walls; the wall's thickness makes it 0.3 to 0.4 % faster.
    double d = 4e-4;
    double wall = Math.sqrt(2 * d);
    double[][] found =
        SolverRuns.run(
            new AllenCahn(2, d, 1),
            1,
            192,
            20,
            200,
            3,
            128,
            SolverRuns.plane(1, (x, y) -> Math.tanh((0.3 - Math.hypot(x - 0.5, y - 0.5)) / wall)));
    for (int s = 1; s <= 2; s++) {
      double lost = area(found[s - 1]) - area(found[s]);
      assertThat(lost / (2 * Math.PI * d * 20)).isCloseTo(1, within(0.012));
    }
  }

  /** The share of +1 in a field that is +1 and -1 but for thin walls. */
  private static double area(double[] u) {
    return Arrays.stream(u).map(v -> (1 + v) / 2).average().orElseThrow();
  }
}
