package io.tfsno.spectral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.engine.DType;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(PerTestScope.class)
class ResampleTest {
  // Two transforms of values of order one in float64.
  private static final double ROUNDING = 1e-14;

  private static final Waves BAND =
      Waves.of(
          Waves.wave(0.7, 0, 0, 0),
          Waves.wave(1.0, 3, 0, 0.3),
          Waves.wave(0.5, -3, 2, 1.1),
          Waves.wave(0.8, 2, -3, -0.4));

  private static Tensor random(int n) {
    return Tensor.of(new Rng(n).normals(n), n);
  }

  private static Tensor randomPlane(int n) {
    return Tensor.of(new Rng(n).normals(n * n), n, n);
  }

  @ParameterizedTest
  @CsvSource({
    "8, 16", "8, 9", "8, 15", "7, 8", "7, 14", "7, 21", "9, 16", "16, 17", "1, 4", "2, 3"
  })
  void shrink_ofWhatWasGrown_isTheVeryField(int small, int large) {
    Tensor line = random(small);
    assertThat(Resample.to(Resample.to(line, Points.of(large)), Points.of(small)).toDoubles())
        .containsExactly(line.toDoubles(), within(ROUNDING));
    Tensor plane = randomPlane(small);
    assertThat(
            Resample.to(Resample.to(plane, Points.of(large, large)), Points.of(small, small))
                .toDoubles())
        .containsExactly(plane.toDoubles(), within(ROUNDING));
  }

  @ParameterizedTest
  @CsvSource({"8, 16", "16, 8", "7, 16", "16, 7", "9, 15", "15, 9", "8, 9", "9, 8"})
  void resampling_ofABandLimitedField_isTheSameFunctionOnTheOtherGrid(int from, int to) {
    assertThat(Resample.to(BAND.lineTensor(from), Points.of(to)).toDoubles())
        .containsExactly(BAND.line(to), within(ROUNDING));
    assertThat(Resample.to(BAND.planeTensor(from), Points.of(to, to)).toDoubles())
        .containsExactly(BAND.plane(to), within(ROUNDING));
  }

  @ParameterizedTest
  @CsvSource({"6, 12", "6, 18", "5, 15", "7, 14"})
  void shift_byCoarseCells_commutesWithGrowingAndShrinking(int coarse, int fine) {
    int ratio = fine / coarse;
    for (int s = 1; s < coarse; s++) {
      Tensor u = random(coarse);
      assertThat(Resample.to(u.roll(s, 0), Points.of(fine)).toDoubles())
          .containsExactly(
              Resample.to(u, Points.of(fine)).roll((long) s * ratio, 0).toDoubles(),
              within(ROUNDING));
      Tensor v = random(fine);
      assertThat(Resample.to(v.roll((long) s * ratio, 0), Points.of(coarse)).toDoubles())
          .containsExactly(
              Resample.to(v, Points.of(coarse)).roll(s, 0).toDoubles(), within(ROUNDING));
    }
  }

  @Test
  void nyquist_grown_becomesOneCosine() {
    // (-1)^j on 8 points is cos(2 pi 4 x) there, half of it in each of the two waves it stands for.
    assertThat(
            Resample.to(Waves.of(Waves.wave(1, 4, 0, 0)).lineTensor(8), Points.of(16)).toDoubles())
        .containsExactly(Waves.of(Waves.wave(1, 4, 0, 0)).line(16), within(ROUNDING));
  }

  @Test
  void nyquist_shrunkTo_isWhatTheCoarsePointsSee() {
    Waves wave = Waves.of(Waves.wave(1, 4, 0, 0.7));
    assertThat(Resample.to(wave.lineTensor(16), Points.of(8)).toDoubles())
        .containsExactly(wave.line(8), within(ROUNDING));
  }

  @Test
  void wavesAboveNyquist_shrunk_vanishInsteadOfAliasing() {
    assertThat(
            Resample.to(Waves.of(Waves.wave(1, 6, 0, 0.7)).lineTensor(16), Points.of(8))
                .toDoubles())
        .containsExactly(new double[8], within(ROUNDING));
  }

  @ParameterizedTest
  @CsvSource({"8, 12", "12, 8", "7, 12", "12, 7", "9, 8"})
  void mean_ofAnyField_isKept(int from, int to) {
    Tensor u = randomPlane(from);
    assertThat(Resample.to(u, Points.of(to, to)).mean().item())
        .isCloseTo(u.mean().item(), within(ROUNDING));
  }

  @Test
  void along_oneAxis_leavesTheOthersAlone() {
    Tensor u = randomPlane(6);
    Tensor grown = Resample.along(u, 9, -2);
    assertThat(grown.shape()).containsExactly(9, 6);
    assertThat(grown.select(1, 2).toDoubles())
        .containsExactly(Resample.to(u.select(1, 2), Points.of(9)).toDoubles(), within(ROUNDING));
  }

  @Test
  void to_theSameGrid_changesNothing() {
    Tensor u = random(10);
    assertThat(Resample.to(u, Points.of(10)).toDoubles()).containsExactly(u.toDoubles());
  }

  @Test
  void to_inSinglePrecision_staysThere() {
    assertThat(Resample.to(random(8).to(DType.FLOAT32), Points.of(12)).type())
        .isEqualTo(DType.FLOAT32);
  }

  @ParameterizedTest
  @CsvSource({"8, 12", "12, 8", "7, 10", "10, 7"})
  void gradient_ofALinearMeasure_isItsSlopeInEveryDirection(int from, int to) {
    // m(u) = w . R u is linear, so grad m . d = m(d) for any d.
    Tensor w = random(to);
    Tensor u = random(from).trainable();
    Resample.to(u, Points.of(to)).mul(w).sum().backward();
    Tensor d = Tensor.of(new Rng(99).normals(from), from);
    assertThat(u.grad().mul(d).sum().item())
        .isCloseTo(Resample.to(d, Points.of(to)).mul(w).sum().item(), within(10 * ROUNDING));
  }

  @ParameterizedTest
  @CsvSource({"8, 12, 12, 18", "12, 8, 7, 16", "9, 10, 16, 7", "7, 8, 7, 12"})
  void resampling_ofARectangle_isTheSameFunctionOnTheOther(int nx, int ny, int mx, int my) {
    Points to = Points.of(mx, my);
    assertThat(Resample.to(BAND.tensor(Points.of(nx, ny)), to).toDoubles())
        .containsExactly(BAND.on(to), within(ROUNDING));
  }

  @Test
  void resampling_inABox_isTheSameFunctionOnTheOtherAndBack() {
    Waves waves = Waves.of(Waves.wave(0.3, 0, 0, 0, 0), Waves.wave(1, -2, 1, 3, 0.4));
    Points from = Points.of(6, 5, 8);
    Points to = Points.of(9, 8, 7);
    Tensor moved = Resample.to(waves.tensor(from), to);
    assertThat(moved.toDoubles()).containsExactly(waves.on(to), within(ROUNDING));
    assertThat(Resample.to(moved, from).toDoubles())
        .containsExactly(waves.on(from), within(ROUNDING));
  }

  @Test
  void shrink_ofAGrownBox_isTheVeryField() {
    Points small = Points.of(4, 5, 6);
    Tensor u = Tensor.of(new Rng(5).normals(small.cells()), small.shape());
    assertThat(Resample.to(Resample.to(u, Points.of(8, 7, 6)), small).toDoubles())
        .containsExactly(u.toDoubles(), within(ROUNDING));
  }
}
