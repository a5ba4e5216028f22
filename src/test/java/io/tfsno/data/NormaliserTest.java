package io.tfsno.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.base.UserError;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Tensor;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(PerTestScope.class)
class NormaliserTest {
  @TempDir Path folder;

  @Test
  void statistics_ofAWaveOnAPedestal_areThoseOfTheFormula() {
    Normaliser n = of(3, (b, t, c, i) -> 5 + 2 * Math.cos(2 * Math.PI * i / 16));
    // Values are stored in float32: a relative error of 6e-8 each.
    assertThat(n.mean().get(0)).isCloseTo(5, within(1e-6));
    assertThat(n.deviation().get(0)).isCloseTo(Math.sqrt(2), within(1e-6));
  }

  @Test
  void statistics_ofTheFirstTrajectories_doNotSeeTheOthers() {
    Normaliser n = of(2, (b, t, c, i) -> b < 2 ? i % 2 : 1e6);
    assertThat(n).isEqualTo(new Normaliser(0.5, 0.5));
  }

  @Test
  void smallDeviation_besideALargeMean_isStillSeen() {
    Normaliser n = of(3, (b, t, c, i) -> 4096 + 0.0078125 * (i % 2));
    assertThat(n.mean()).containsExactly(4096 + 0.00390625);
    // Exact up to the rounding of sums: the values themselves are exact in float32.
    assertThat(n.deviation().get(0)).isCloseTo(0.00390625, within(1e-10));
  }

  @Test
  void constantData_whateverTheirValue_areRefused() {
    for (double value : new double[] {0, 1, 0.1, 273.15, -1e-3}) {
      assertThatThrownBy(() -> of(3, (b, t, c, i) -> value))
          .isInstanceOf(UserError.class)
          .hasMessageContaining("a finite mean and a standard deviation > 0")
          .hasMessageContaining("tfsno data inspect");
    }
  }

  @Test
  void channels_ofDifferentScales_getTheirOwnNumbers() {
    Normaliser n = of(2, 3, (b, t, c, i) -> c == 0 ? 100_000 + i % 2 : -1 + 0.5 * (i % 2));
    assertThat(n).isEqualTo(new Normaliser(List.of(100_000.5, -0.75), List.of(0.5, 0.25)));
  }

  @Test
  void constantChannel_amongOthers_isNamed() {
    assertThatThrownBy(() -> of(2, 3, (b, t, c, i) -> c == 1 ? 7 : i))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("a standard deviation > 0 of channel 'u1', found 7.0 and 0.0");
  }

  @Test
  void dataWithNaN_areRefused() {
    assertThatThrownBy(() -> of(3, (b, t, c, i) -> i == 3 ? Double.NaN : i))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("NaN");
  }

  @Test
  void restore_afterNormalise_givesTheValuesBack() {
    Tensor values = Tensor.of(new double[] {-3, 0, 1e-3, 7}, 4);
    Normaliser n = new Normaliser(1.5, 0.3);
    // Four roundings in float64.
    assertThat(n.restore(n.normalise(values)).toDoubles())
        .containsExactly(values.toDoubles(), within(1e-14));
    assertThat(n.normalise(Tensor.of(new double[] {1.8}, 1)).item()).isCloseTo(1, within(1e-12));
    assertThat(Normaliser.NONE.normalise(values).toDoubles()).containsExactly(values.toDoubles());
  }

  private Normaliser of(int trajectories, SyntheticSets.Value value) {
    return of(1, trajectories, value);
  }

  private Normaliser of(int channels, int trajectories, SyntheticSets.Value value) {
    FlatSet flat = SyntheticSets.flat(3, 5, channels, 1, 48);
    Path file = SyntheticSets.write(folder.resolve("n.h5"), flat, value);
    try (TrajectoryFile data = TrajectoryFile.open(file)) {
      return Normaliser.of(data.set(""), trajectories);
    }
  }
}
