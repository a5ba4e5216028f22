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
    assertThat(Resample.to(Resample.to(line, large, 1), small, 1).toDoubles())
        .containsExactly(line.toDoubles(), within(ROUNDING));
    Tensor plane = randomPlane(small);
    assertThat(Resample.to(Resample.to(plane, large, 2), small, 2).toDoubles())
        .containsExactly(plane.toDoubles(), within(ROUNDING));
  }

  @ParameterizedTest
  @CsvSource({"8, 16", "16, 8", "7, 16", "16, 7", "9, 15", "15, 9", "8, 9", "9, 8"})
  void resampling_ofABandLimitedField_isTheSameFunctionOnTheOtherGrid(int from, int to) {
    assertThat(Resample.to(BAND.lineTensor(from), to, 1).toDoubles())
        .containsExactly(BAND.line(to), within(ROUNDING));
    assertThat(Resample.to(BAND.planeTensor(from), to, 2).toDoubles())
        .containsExactly(BAND.plane(to), within(ROUNDING));
  }

  @ParameterizedTest
  @CsvSource({"6, 12", "6, 18", "5, 15", "7, 14"})
  void shift_byCoarseCells_commutesWithGrowingAndShrinking(int coarse, int fine) {
    int ratio = fine / coarse;
    for (int s = 1; s < coarse; s++) {
      Tensor u = random(coarse);
      assertThat(Resample.to(u.roll(s, 0), fine, 1).toDoubles())
          .containsExactly(
              Resample.to(u, fine, 1).roll((long) s * ratio, 0).toDoubles(), within(ROUNDING));
      Tensor v = random(fine);
      assertThat(Resample.to(v.roll((long) s * ratio, 0), coarse, 1).toDoubles())
          .containsExactly(Resample.to(v, coarse, 1).roll(s, 0).toDoubles(), within(ROUNDING));
    }
  }

  @Test
  void nyquist_grown_becomesOneCosine() {
    // (-1)^j on 8 points is cos(2 pi 4 x) there, half of it in each of the two waves it stands for.
    assertThat(Resample.to(Waves.of(Waves.wave(1, 4, 0, 0)).lineTensor(8), 16, 1).toDoubles())
        .containsExactly(Waves.of(Waves.wave(1, 4, 0, 0)).line(16), within(ROUNDING));
  }

  @Test
  void nyquist_shrunkTo_isWhatTheCoarsePointsSee() {
    Waves wave = Waves.of(Waves.wave(1, 4, 0, 0.7));
    assertThat(Resample.to(wave.lineTensor(16), 8, 1).toDoubles())
        .containsExactly(wave.line(8), within(ROUNDING));
  }

  @Test
  void wavesAboveNyquist_shrunk_vanishInsteadOfAliasing() {
    assertThat(Resample.to(Waves.of(Waves.wave(1, 6, 0, 0.7)).lineTensor(16), 8, 1).toDoubles())
        .containsExactly(new double[8], within(ROUNDING));
  }

  @ParameterizedTest
  @CsvSource({"8, 12", "12, 8", "7, 12", "12, 7", "9, 8"})
  void mean_ofAnyField_isKept(int from, int to) {
    Tensor u = randomPlane(from);
    assertThat(Resample.to(u, to, 2).mean().item()).isCloseTo(u.mean().item(), within(ROUNDING));
  }

  @Test
  void along_oneAxis_leavesTheOthersAlone() {
    Tensor u = randomPlane(6);
    Tensor grown = Resample.along(u, 9, -2);
    assertThat(grown.shape()).containsExactly(9, 6);
    assertThat(grown.select(1, 2).toDoubles())
        .containsExactly(Resample.to(u.select(1, 2), 9, 1).toDoubles(), within(ROUNDING));
  }

  @Test
  void to_theSameGrid_changesNothing() {
    Tensor u = random(10);
    assertThat(Resample.to(u, 10, 1).toDoubles()).containsExactly(u.toDoubles());
  }

  @Test
  void to_inSinglePrecision_staysThere() {
    assertThat(Resample.to(random(8).to(DType.FLOAT32), 12, 1).type()).isEqualTo(DType.FLOAT32);
  }

  @ParameterizedTest
  @CsvSource({"8, 12", "12, 8", "7, 10", "10, 7"})
  void gradient_ofALinearMeasure_isItsSlopeInEveryDirection(int from, int to) {
    // m(u) = w . R u is linear, so grad m . d = m(d) for any d.
    Tensor w = random(to);
    Tensor u = random(from).trainable();
    Resample.to(u, to, 1).mul(w).sum().backward();
    Tensor d = Tensor.of(new Rng(99).normals(from), from);
    assertThat(u.grad().mul(d).sum().item())
        .isCloseTo(Resample.to(d, to, 1).mul(w).sum().item(), within(10 * ROUNDING));
  }
}
