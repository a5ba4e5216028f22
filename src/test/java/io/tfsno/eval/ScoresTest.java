package io.tfsno.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import io.tfsno.spectral.PowerSpectrum;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Float64 throughout; guards of 1e-12 against zero fields show in the 11th digit. */
@ExtendWith(PerTestScope.class)
class ScoresTest {
  private static final double ROUNDING = 1e-10;

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void identicalFields_scoreZero(int dimension) {
    Tensor u = noise(dimension);
    Scores s = score(u, u, dimension);
    assertThat(s.at(1).mse().mean()).isZero();
    assertThat(s.at(1).l2().mean()).isZero();
    assertThat(s.at(1).h1().mean()).isZero();
    assertThat(s.overall().l2().mean()).isZero();
    assertThat(s.psre().mean()).isZero();
    assertThat(s.sce().mean()).isZero();
    assertThat(s.nonFinite()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void doubledField_scoresOneOneThreeZero(int dimension) {
    Tensor u = noise(dimension);
    Scores s = score(u.mul(2), u, dimension);
    assertThat(s.at(1).l2().mean()).isCloseTo(1, within(ROUNDING));
    assertThat(s.at(1).h1().mean()).isCloseTo(1, within(ROUNDING));
    assertThat(s.psre().mean()).isCloseTo(3, within(ROUNDING));
    assertThat(s.sce().mean()).isCloseTo(0, within(ROUNDING));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void waveThree_takenForWaveFive_scoresTwoAndRootTwo(int dimension) {
    Scores s = score(wave(5, dimension, 0), wave(3, dimension, 0), dimension);
    assertThat(s.sce().mean()).isCloseTo(2, within(ROUNDING));
    assertThat(s.psre().mean()).isCloseTo(Math.sqrt(2), within(ROUNDING));
    assertThat(s.psreFull().mean()).isCloseTo(Math.sqrt(2), within(ROUNDING));
  }

  @Test
  void turnedWave_hasTheSameShellsButOtherWaves() {
    Tensor u = wave(3, 2, 0);
    Scores s = score(u.permute(0, 1, 3, 2).contiguous(), u, 2);
    assertThat(s.psre().mean()).isCloseTo(0, within(ROUNDING));
    // A wave along the first axis is stored as two halves, along the second as one with twice the
    // power: (1/4, 1/4) against 1/2.
    assertThat(s.psreFull().mean()).isCloseTo(Math.sqrt(1.5), within(ROUNDING));
    assertThat(s.sce().mean()).isCloseTo(0, within(ROUNDING));
  }

  @Test
  void shiftedField_changesTheErrorButNotTheSpectrum() {
    Tensor u = noise(1);
    Scores s = score(u.roll(5, -1), u, 1);
    assertThat(s.at(1).l2().mean()).isGreaterThan(0.5);
    assertThat(s.psre().mean()).isCloseTo(0, within(ROUNDING));
    assertThat(s.sce().mean()).isCloseTo(0, within(ROUNDING));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void power_overAllWaves_isTheMeanSquare(int dimension) {
    Tensor u = noise(dimension);
    double[] total = new PowerSpectrum(grid(dimension), Device.CPU).power(u).sum(-1).toDoubles();
    // Channels are summed.
    double[] expected = u.reshape(4, u.size(1), -1).square().mean(2).sum(1).toDoubles();
    assertThat(total).containsExactly(expected, within(1e-12));
  }

  @Test
  void steps_arrivingInBatches_landInTheirPlaces() {
    Tensor u = noise(1);
    ScoreKeeper keeper = new ScoreKeeper(4, 2, grid(1), List.of("a", "b"));
    for (int step = 1; step <= 2; step++) {
      for (int first = 0; first < 4; first += 2) {
        Tensor truth = u.narrow(0, first, 2);
        keeper.add(step, first, truth.mul(1 + 0.1 * step * (first + 1)), truth);
      }
    }
    Scores s = keeper.scores();
    // Relative errors 0.1, 0.1, 0.3, 0.3 at step 1 and twice that at step 2.
    assertThat(s.at(1).l2().mean()).isCloseTo(0.2, within(ROUNDING));
    assertThat(s.at(2).l2().mean()).isCloseTo(0.4, within(ROUNDING));
    assertThat(s.at(2).step()).isEqualTo(2);
    assertThat(s.overall().l2().mean()).isCloseTo(0.3, within(ROUNDING));
    assertThat(s.overall().l2().deviation())
        .isCloseTo(Math.sqrt(4 * 0.15 * 0.15 / 3), within(ROUNDING));
    // The spectrum is that of the last step: |1.2^2 - 1| and |1.6^2 - 1|.
    assertThat(s.psre().mean()).isCloseTo((0.44 + 1.56) / 2, within(ROUNDING));
  }

  @Test
  void lostForecast_isCountedAndLeftOutOfTheMean() {
    Tensor u = noise(1);
    Tensor factors =
        Tensor.of(new double[] {1.1, 1.1, Double.NaN, Double.POSITIVE_INFINITY}, 4, 1, 1);
    ScoreKeeper keeper = new ScoreKeeper(4, 2, grid(1), List.of("a", "b"));
    keeper.add(1, 0, u.mul(1.1), u);
    keeper.add(2, 0, u.mul(factors), u);
    Scores s = keeper.scores();
    assertThat(s.nonFinite()).isEqualTo(2);
    assertThat(s.at(1).l2().median()).isCloseTo(0.1, within(ROUNDING));
    assertThat(s.at(2).l2().mean()).isCloseTo(0.1, within(ROUNDING));
    assertThat(s.at(2).l2().median()).isInfinite();
    assertThat(s.overall().l2().mean()).isCloseTo(0.1, within(ROUNDING));
    assertThat(s.psre().mean()).isCloseTo(0.21, within(ROUNDING));
  }

  @Test
  void channelLostInALargerOne_showsInItsOwnScoresAndInVrmse() {
    // A density near 1 that is off by 12 deviations, next to a perfect pressure near 1e5.
    int n = 32;
    double[] u = new double[2 * n];
    for (int i = 0; i < n; i++) {
      u[i] = 1 + 0.01 * Math.sqrt(2) * Math.cos(2 * Math.PI * i / n);
      u[n + i] = 1e5 + 100 * Math.sin(2 * Math.PI * i / n);
    }
    Tensor truth = Tensor.of(u, 1, 2, n);
    Tensor off = Tensor.of(new double[] {0.12, 0}, 1, 2, 1);
    ScoreKeeper keeper = new ScoreKeeper(1, 1, grid(1), List.of("density", "pressure"));
    keeper.add(1, 0, truth.add(off), truth);
    Scores s = keeper.scores();
    assertThat(s.at(1).l2().mean()).isLessThan(1e-5);
    assertThat(s.channels())
        .extracting(Scores.Channel::name)
        .containsExactly("density", "pressure");
    // sqrt(0.12^2 / (0.01^2 + 1e-7))
    double density = 0.12 / Math.sqrt(1e-4 + 1e-7);
    assertThat(s.channels().get(0).at(1).vrmse().mean()).isCloseTo(density, within(1e-7));
    assertThat(s.channels().get(0).at(1).l2().mean()).isBetween(0.11, 0.12);
    assertThat(s.channels().get(1).at(0).vrmse().mean()).isZero();
    assertThat(s.at(1).vrmse().mean()).isCloseTo(density / 2, within(1e-7));
  }

  @Test
  void statistic_ofFewOrLostValues_hasAMeaning() {
    assertThat(Summary.of(new double[] {3})).isEqualTo(new Summary(3, 0, 3));
    assertThat(Summary.of(new double[] {1, 3})).isEqualTo(new Summary(2, Math.sqrt(2), 2));
    assertThat(Summary.of(new double[] {5, 1, 3})).isEqualTo(new Summary(3, 2, 3));
    double nan = Double.NaN;
    double infinity = Double.POSITIVE_INFINITY;
    assertThat(Summary.of(new double[] {nan, 1, 3})).isEqualTo(new Summary(2, Math.sqrt(2), 3));
    assertThat(Summary.of(new double[] {nan, 1})).isEqualTo(new Summary(1, 0, infinity));
    assertThat(Summary.of(new double[] {nan, -infinity})).isEqualTo(new Summary(nan, 0, infinity));
  }

  private static Scores score(Tensor prediction, Tensor truth, int dimension) {
    int count = Math.toIntExact(truth.size(0));
    ScoreKeeper keeper = new ScoreKeeper(count, 1, grid(dimension), names(truth));
    keeper.add(1, 0, prediction, truth);
    return keeper.scores();
  }

  private static List<String> names(Tensor truth) {
    return Channel.unnamed(Math.toIntExact(truth.size(1))).stream().map(Channel::name).toList();
  }

  private static Grid grid(int dimension) {
    return Grid.periodic(Points.cube(dimension, 32), 1);
  }

  private static Tensor noise(int dimension) {
    return dimension == 1
        ? Tensor.of(new Rng(1).normals(4 * 2 * 32), 4, 2, 32)
        : Tensor.of(new Rng(2).normals(4 * 32 * 32), 4, 1, 32, 32);
  }

  private static Tensor wave(int k, int dimension, double phase) {
    int n = 32;
    int cells = dimension == 1 ? n : n * n;
    double[] values = new double[cells];
    for (int i = 0; i < cells; i++) {
      values[i] = Math.cos(2 * Math.PI * k * (i % n) / n + phase);
    }
    return dimension == 1 ? Tensor.of(values, 1, 1, n) : Tensor.of(values, 1, 1, n, n);
  }
}
