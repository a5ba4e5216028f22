package io.tfsno.pde;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.base.UserError;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.pde.catalogue.SolverRuns;
import io.tfsno.spectral.Dealiasing;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.PairedFields;
import io.tfsno.spectral.Points;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(PerTestScope.class)
class CosineSeriesTest {
  // One transform of values of order one.
  private static final double ROUNDING = 1e-14;

  private static CosineSeries.Wave wave(double amplitude, int kx, int ky, double phase) {
    return new CosineSeries.Wave(amplitude, List.of(kx, ky), phase);
  }

  private static double[] values(int dimension, int points, CosineSeries... channels) {
    Points solver = Points.cube(dimension, points * 3 / 2);
    PairedFields grid = new PairedFields(Grid.periodic(solver, 1), Device.CPU);
    return grid.singleValues(
            grid.pair(
                CosineSeries.coefficients(
                    List.of(channels), grid.modes(), Dealiasing.largestWaves(solver))),
            1,
            Points.cube(dimension, points))
        .toDoubles();
  }

  @Test
  void series_onALine_isItsFormula() {
    CosineSeries series =
        new CosineSeries(
            0.4, List.of(wave(1.5, 1, 0, 0.3), wave(-0.5, 7, 0, 2), wave(0.25, -3, 0, 1)));
    double[] expected =
        SolverRuns.onLine(
            16,
            1,
            x ->
                0.4
                    + 1.5 * Math.cos(2 * Math.PI * x + 0.3)
                    - 0.5 * Math.cos(2 * Math.PI * 7 * x + 2)
                    + 0.25 * Math.cos(-2 * Math.PI * 3 * x + 1));
    assertThat(values(1, 16, series)).containsExactly(expected, within(ROUNDING));
  }

  @ParameterizedTest
  @CsvSource({"1, 2", "-1, 2", "1, -2", "-3, -2", "3, 0", "-3, 0", "0, -4", "0, 0", "7, -7"})
  void wave_inThePlane_isItsFormula(int kx, int ky) {
    double[] expected =
        SolverRuns.onPlane(
            16, 1, (x, y) -> -0.2 + 1.5 * Math.cos(2 * Math.PI * (kx * x + ky * y) + 0.3));
    assertThat(values(2, 16, new CosineSeries(-0.2, List.of(wave(1.5, kx, ky, 0.3)))))
        .containsExactly(expected, within(ROUNDING));
  }

  @Test
  void waves_ofEqualWaveNumber_addUp() {
    CosineSeries twice = new CosineSeries(0, List.of(wave(1, 2, 1, 0.1), wave(1, -2, -1, -0.1)));
    CosineSeries once = new CosineSeries(0, List.of(wave(2, 2, 1, 0.1)));
    assertThat(values(2, 12, twice)).containsExactly(values(2, 12, once), within(ROUNDING));
  }

  @Test
  void channels_ofOneState_followEachOther() {
    CosineSeries u = new CosineSeries(1, List.of(wave(0.5, 1, 0, 0)));
    CosineSeries v = new CosineSeries(-2, List.of());
    double[] both = values(1, 8, u, v);
    assertThat(both).hasSize(16);
    assertThat(Arrays.copyOfRange(both, 0, 8)).containsExactly(values(1, 8, u));
    assertThat(Arrays.copyOfRange(both, 8, 16)).containsExactly(values(1, 8, v));
  }

  @ParameterizedTest
  @CsvSource({"8, 0, 8", "-8, 0, 8", "2, -9, 9"})
  void wave_beyondWhatTheSolverKeeps_saysWhatFitsAndWhatToDo(int kx, int ky, int found) {
    Modes modes = PairedFields.modes(Points.of(24, 24));
    CosineSeries series = new CosineSeries(0, List.of(wave(1, kx, ky, 0)));
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(() -> CosineSeries.coefficients(List.of(series), modes, Points.of(7, 7)))
        .withMessage(
            "expected wave numbers up to 7 at this resolution, found %d. Raise resolution to more than %d or drop the mode."
                .formatted(found, 2 * found + 1));
  }
}
