package io.tfsno.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PerTestScope.class)
class BandCalibrationTest {
  private static final double[] POWER = {0.2, 5, 3, 1.1, 0.4, 0.06, 0.049, 1e-9};
  private static final GateActivity NONE = new GateActivity(0, 0, 0);

  private static BandCalibration of(double[] power, double... weight) {
    return BandCalibration.of(0, power, weight, NONE);
  }

  @Test
  void gainProportionalToPower_correlatesFully() {
    BandCalibration c = of(POWER, Arrays.stream(POWER).map(p -> 1 + 0.1 * p).toArray());
    assertThat(c.pearson()).isCloseTo(1, within(1e-12));
    assertThat(c.spearman()).isCloseTo(1, within(1e-12));
    assertThat(c.logPearson()).isBetween(0.5, 0.99);
    assertThat(c.warning()).isNull();
  }

  @Test
  void gainThatFallsWithTheLogarithm_isFoundByThatVariantAlone() {
    BandCalibration c = of(POWER, Arrays.stream(POWER).map(p -> 2 - Math.log10(p)).toArray());
    assertThat(c.logPearson()).isCloseTo(-1, within(1e-12));
    assertThat(c.spearman()).isCloseTo(-1, within(1e-12));
    assertThat(c.pearson()).isBetween(-0.99, -0.5);
  }

  @Test
  void waves_belowAHundredthOfThePeak_areShownButDoNotCount() {
    double[] weight = Arrays.stream(POWER).map(p -> 1 + p).toArray();
    weight[6] = 77;
    weight[7] = -77;
    BandCalibration c = of(POWER, weight);
    assertThat(c.effective()).isEqualTo(6);
    assertThat(c.bands()).hasSize(8);
    assertThat(c.bands().get(5).effective()).isTrue();
    assertThat(c.bands().get(6)).isEqualTo(new BandCalibration.Band(6, 0.049, 77, false));
    assertThat(c.pearson()).isCloseTo(1, within(1e-12));
  }

  @Test
  void correlation_withNothingToCorrelate_isNaNWithAReason() {
    assertThat(of(new double[] {1, 1e-3, 0.5}, 1, 2, 3).pearson()).isNaN();
    assertThat(of(new double[] {1, 1e-3, 0.5}, 1, 2, 3).warning()).contains("only 2 wave numbers");
    assertThat(of(POWER, 1, 1, 1, 1, 1, 1, 1, 1).warning()).contains("the gain is the same");
    assertThat(of(new double[] {2, 2, 2}, 1, 2, 3).warning()).contains("the power is the same");
    BandCalibration dark = of(new double[4], 1, 2, 3, 4);
    assertThat(dark.spearman()).isNaN();
    assertThat(dark.effective()).isZero();
  }

  @Test
  void spearman_ofTies_sharesRanks() {
    double[] x = {1, 2, 2, 3};
    double[] y = {10, 30, 20, 40};
    // Ranks 0, 1.5, 1.5, 3 and 0, 2, 1, 3: covariance 4.5, squares 4.5 and 5.
    assertThat(Correlation.spearman(x, y)).isCloseTo(4.5 / Math.sqrt(4.5 * 5), within(1e-12));
  }

  @Test
  void activity_tellsStaticFromAdaptiveGates() {
    int samples = 400;
    double[] noise = new Rng(5).normals(samples * 6);
    double[] delta = new double[samples * 6];
    for (int i = 0; i < delta.length; i++) {
      // A pattern over channels and modes of size 0.3, and a part of size 0.05 that varies.
      delta[i] = (i % 2 == 0 ? 0.3 : -0.3) + 0.05 * noise[i];
    }
    try (GateActivity.Sums sums = new GateActivity.Sums()) {
      Tensor d = Tensor.of(delta, samples, 2, 3);
      sums.add(d.narrow(0, 0, 150), 1);
      sums.add(d.narrow(0, 150, 250), 1);
      GateActivity a = sums.activity();
      assertThat(a.still()).isCloseTo(0.3, within(0.01));
      assertThat(a.adaptive()).isCloseTo(0.05, within(0.003));
      assertThat(a.saturated()).isZero();
    }
    try (GateActivity.Sums sums = new GateActivity.Sums()) {
      sums.add(Tensor.of(new double[] {0.96, -0.97, 0.1, 0.94}, 1, 2, 2), 1);
      assertThat(sums.activity().saturated()).isEqualTo(0.5);
      assertThat(sums.activity().adaptive()).isCloseTo(0, within(1e-8));
    }
  }
}
