package io.tfsno.spectral;

import static io.tfsno.spectral.Waves.wave;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tolerances: float64 throughout, so a few roundings. */
@ExtendWith(PerTestScope.class)
class PowerSpectrumTest {
  private static PowerSpectrum unit(Points points) {
    return new PowerSpectrum(Grid.periodic(points, 1), Device.CPU);
  }

  @ParameterizedTest
  @CsvSource({"1, 8", "1, 9", "1, 32", "2, 8", "2, 9", "2, 16", "3, 5", "3, 6"})
  void powers_ofNoise_addUpToTheMeanSquare(int dimension, int n) {
    int cells = (int) Math.pow(n, dimension);
    int channels = 2;
    double[] values = new Rng(3).normals(3 * channels * cells);
    Points points = Points.cube(dimension, n);
    Tensor power = unit(points).power(Tensor.of(values, points.shape(3, 2)));
    double[] totals = power.sum(-1).toDoubles();
    for (int b = 0; b < 3; b++) {
      double squares = 0;
      for (int i = 0; i < channels * cells; i++) {
        squares += Math.pow(values[b * channels * cells + i], 2) / cells;
      }
      assertThat(totals[b]).isCloseTo(squares, within(1e-12));
    }
  }

  @Test
  void shells_timesFactors_multiplyTheWavesOfEachAlone() {
    PowerSpectrum tables = unit(Points.of(16));
    Tensor one = Waves.of(wave(3, 1, 0, 0)).lineTensor(16).view(1, 1, 16);
    Tensor two = Waves.of(wave(2, 5, 0, 0)).lineTensor(16).view(1, 1, 16);
    double[] factors = new double[9];
    factors[1] = 0.5;
    factors[5] = 2;
    double[] found = tables.scaled(one.add(two), factors).toDoubles();
    double[] wanted = one.mul(0.5).add(two.mul(2)).toDoubles();
    assertThat(found).containsExactly(wanted, within(1e-12));
  }

  @Test
  void rectangle_ofDifferentSides_keepsParseval() {
    double[] values = new Rng(4).normals(6 * 10);
    PowerSpectrum tables = unit(Points.of(6, 10));
    double total = tables.power(Tensor.of(values, 1, 1, 6, 10)).sum(-1).item();
    assertThat(total)
        .isCloseTo(Arrays.stream(values).map(v -> v * v).average().orElseThrow(), within(1e-12));
  }

  @ParameterizedTest
  @ValueSource(ints = {15, 16})
  void wave_onALine_standsAtItsWaveNumber(int n) {
    PowerSpectrum tables = unit(Points.of(n));
    assertThat(tables.shells()).isEqualTo(n / 2 + 1);
    for (int k = 0; k <= n / 2; k++) {
      Tensor field = Waves.of(wave(3, k, 0, 0)).lineTensor(n).view(1, 1, n);
      Tensor power = tables.power(field);
      double[] shells = tables.shells(power).toDoubles();
      // A constant and the checkerboard have no second half: their mean square is A^2.
      double expected = k == 0 || 2 * k == n ? 9 : 4.5;
      assertThat(shells[k]).isCloseTo(expected, within(1e-12));
      assertThat(Arrays.stream(shells).sum()).isCloseTo(expected, within(1e-12));
      // The centroid's guard of 1e-12 against a zero field shows in the 12th digit.
      assertThat(tables.centroid(power).item()).isCloseTo(k, within(1e-10));
    }
  }

  @ParameterizedTest
  @CsvSource({"3, 4", "3, -4", "-3, 4", "-5, 0", "0, 5", "0, -5", "5, 0", "-4, -3"})
  void planeWave_inAnyDirection_standsInTheShellOfItsLength(int kx, int ky) {
    for (int n : new int[] {13, 16}) {
      PowerSpectrum tables = unit(Points.of(n, n));
      Tensor field = Waves.of(wave(2, kx, ky, 0.4)).planeTensor(n).view(1, 1, n, n);
      Tensor power = tables.power(field);
      assertThat(tables.shells(power).toDoubles()[5]).isCloseTo(2, within(1e-12));
      assertThat(tables.centroid(power).item()).isCloseTo(5, within(1e-10));
    }
  }

  @Test
  void corners_beyondTheLastShell_areLeftOutOfShellsOnly() {
    int n = 16;
    PowerSpectrum tables = unit(Points.of(n, n));
    Tensor power = tables.power(Waves.of(wave(2, 7, -7, 0)).planeTensor(n).view(1, 1, n, n));
    assertThat(tables.shells(power).sum().item()).isCloseTo(0, within(1e-12));
    assertThat(tables.centroid(power).item()).isCloseTo(Math.hypot(7, 7), within(1e-10));
  }

  @Test
  void centroid_ofTwoWaves_isWeightedByPower() {
    PowerSpectrum tables = unit(Points.of(32));
    Tensor field = Waves.of(wave(1, 2, 0, 0), wave(2, 7, 0, 1)).lineTensor(32).view(1, 1, 32);
    assertThat(tables.centroid(tables.power(field)).item())
        .isCloseTo((2 + 4 * 7) / 5.0, within(1e-10));
  }

  @Test
  void zeroField_hasPowerAndCentroidZero() {
    PowerSpectrum tables = unit(Points.of(8));
    Tensor power = tables.power(Tensor.of(new double[8], 1, 1, 8));
    assertThat(power.sum().item()).isZero();
    assertThat(tables.centroid(power).item()).isZero();
  }

  @Test
  void radius_onABoxOfTwoLengths_countsWavesOfTheLongestAxis() {
    // Along x, half as long, a wave number counts twice: |k| = hypot(2 * 2, 3) = 5.
    Points points = Points.of(12, 16);
    PowerSpectrum tables = new PowerSpectrum(Grid.periodic(points, 1, 2), Device.CPU);
    // Up to 2 * 6 along x, but only 8 along y.
    assertThat(tables.shells()).isEqualTo(9);
    Tensor power = tables.power(Waves.of(wave(2, 2, -3, 0.4)).tensor(points).view(1, 1, 12, 16));
    assertThat(tables.shells(power).toDoubles()[5]).isCloseTo(2, within(1e-12));
    assertThat(tables.centroid(power).item()).isCloseTo(5, within(1e-10));
  }

  @Test
  void wave_inABoxOfThreeLengths_standsInTheShellOfItsLength() {
    // In units of the longest axis (3): (1 * 3, 2 * 1.5, 3 * 1), so |k|^2 = 27.
    Points points = Points.of(8, 9, 12);
    PowerSpectrum tables = new PowerSpectrum(Grid.periodic(points, 1, 2, 3), Device.CPU);
    Tensor field = Waves.of(wave(2, -1, 2, 3, 0.4)).tensor(points);
    Tensor power = tables.power(field.view(points.shape(1, 1)));
    assertThat(tables.shells(power).toDoubles()[5]).isCloseTo(2, within(1e-12));
    assertThat(tables.centroid(power).item()).isCloseTo(Math.sqrt(27), within(1e-10));
  }
}
