package io.tfsno.pde.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.pde.CosineSeries;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Heat and advection, whose modes have exact factors: any step must be exact. */
class ExactLinearSolutionsTest {
  private static CosineSeries.Wave wave(double amplitude, int kx, int ky, double phase) {
    return new CosineSeries.Wave(amplitude, List.of(kx, ky), phase);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10})
  void heat_onALine_decaysEachModeByItsFactor(int substeps) {
    double nu = 0.01;
    double k = 2 * Math.PI;
    double[][] found =
        SolverRuns.run(
            new Heat(1, nu),
            1,
            96,
            1,
            substeps,
            2,
            64,
            SolverRuns.line(1, x -> Math.sin(k * x) + 0.5 * Math.cos(3 * k * x)));
    double[] exact =
        SolverRuns.onLine(
            64,
            1,
            x ->
                Math.exp(-nu * k * k) * Math.sin(k * x)
                    + 0.5 * Math.exp(-nu * 9 * k * k) * Math.cos(3 * k * x));
    // The prototype reached 3e-16; ten steps round ten times.
    assertThat(SolverRuns.maxDifference(found[1], exact)).isLessThan(1e-15 * substeps);
  }

  @Test
  void heat_inThePlane_decaysEachModeByItsFactor() {
    double[][] found =
        SolverRuns.run(
            new Heat(2, 0.02),
            1,
            24,
            0.5,
            3,
            2,
            16,
            SolverRuns.series(
                new CosineSeries(0.25, List.of(wave(1, 1, -2, 0.3), wave(0.5, 3, 0, 1)))));
    double k2 = 4 * Math.PI * Math.PI;
    double[] exact =
        SolverRuns.onPlane(
            16,
            1,
            (x, y) ->
                0.25
                    + Math.exp(-0.02 * 5 * k2 * 0.5) * Math.cos(2 * Math.PI * (x - 2 * y) + 0.3)
                    + 0.5 * Math.exp(-0.02 * 9 * k2 * 0.5) * Math.cos(6 * Math.PI * x + 1));
    // A few roundings of values of order one.
    assertThat(SolverRuns.maxDifference(found[1], exact)).isLessThan(5e-15);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7})
  void advection_onALine_shiftsTheField(int substeps) {
    double c = 0.8;
    double[][] found =
        SolverRuns.run(
            new Advection(List.of(c)),
            2,
            48,
            0.37,
            substeps,
            4,
            32,
            SolverRuns.series(
                new CosineSeries(0.1, List.of(wave(1, 3, 0, 0.3), wave(0.5, 15, 0, 1)))));
    for (int s = 0; s < 4; s++) {
      double t = 0.37 * s;
      double[] exact =
          SolverRuns.onLine(
              32,
              2,
              x ->
                  0.1
                      + Math.cos(Math.PI * 3 * (x - c * t) + 0.3)
                      + 0.5 * Math.cos(Math.PI * 15 * (x - c * t) + 1));
      // Angles up to 15 pi c t = 42 radians, each rounded to 4e-15, over up to 21 steps.
      assertThat(SolverRuns.maxDifference(found[s], exact)).isLessThan(1e-13);
    }
  }

  @Test
  void advection_inThePlane_shiftsAlongItsVelocity() {
    double[][] found =
        SolverRuns.run(
            new Advection(List.of(0.7, -0.4)),
            1,
            24,
            0.5,
            1,
            2,
            16,
            SolverRuns.series(
                new CosineSeries(0, List.of(wave(1, 2, -3, 0.3), wave(0.5, 0, 5, 1)))));
    double[] exact =
        SolverRuns.onPlane(
            16,
            1,
            (x, y) -> {
              double u = x - 0.7 * 0.5;
              double v = y + 0.4 * 0.5;
              return Math.cos(2 * Math.PI * (2 * u - 3 * v) + 0.3)
                  + 0.5 * Math.cos(2 * Math.PI * 5 * v + 1);
            });
    assertThat(SolverRuns.maxDifference(found[1], exact)).isCloseTo(0, within(1e-13));
  }

  @Test
  void heat_onABoxOfTwoLengths_decaysEachModeByItsFactor() {
    Grid box = Grid.periodic(Points.of(24, 30), 1, 2);
    Grid stored = box.with(Points.of(16, 20));
    double[][] found =
        SolverRuns.run(
            new Heat(2, 0.02),
            box,
            0.5,
            3,
            2,
            stored.points(),
            SolverRuns.series(new CosineSeries(0.25, List.of(wave(1, 1, -3, 0.3)))));
    double kx = 2 * Math.PI;
    double ky = -3 * Math.PI;
    double decay = Math.exp(-0.02 * (kx * kx + ky * ky) * 0.5);
    double[] exact =
        SolverRuns.on(stored, x -> 0.25 + decay * Math.cos(kx * x[0] + ky * x[1] + 0.3));
    assertThat(SolverRuns.maxDifference(found[1], exact)).isLessThan(5e-15);
  }

  @Test
  void advection_inABoxOfThreeLengths_shiftsAlongItsVelocity() {
    Grid box = Grid.periodic(Points.of(12, 15, 18), 1, 2, 3);
    Grid stored = box.with(Points.of(8, 10, 12));
    List<Double> c = List.of(0.7, -0.4, 1.1);
    double[][] found =
        SolverRuns.run(
            new Advection(c),
            box,
            0.5,
            1,
            2,
            stored.points(),
            SolverRuns.series(
                new CosineSeries(0, List.of(new CosineSeries.Wave(1, List.of(2, -3, 4), 0.3)))));
    double[] exact =
        SolverRuns.on(
            stored,
            x -> {
              double phase = 0.3;
              for (int axis = 0; axis < 3; axis++) {
                double k = box.axis(axis).wave(List.of(2, -3, 4).get(axis));
                phase += k * (x[axis] - c.get(axis) * 0.5);
              }
              return Math.cos(phase);
            });
    assertThat(SolverRuns.maxDifference(found[1], exact)).isCloseTo(0, within(1e-13));
  }
}
