package io.tfsno.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.engine.PerTestScope;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(PerTestScope.class)
class SetSummaryTest {
  @TempDir Path folder;

  @Test
  void fadingWave_onAPedestal_hasTheEnergyAndSpectrumOfItsFormula() {
    // Amplitude 2^-t at wave number 3, on 1.
    SetSummary s =
        of(
            SyntheticSets.flat(4, 12, 1, 1, 32),
            (b, t, c, i) -> 1 + Math.pow(2, -t) * Math.cos(2 * Math.PI * (3.0 * i / 32 + 0.1 * b)));
    assertThat(s.sampled()).isEqualTo(4);
    assertThat(s.nonFinite()).isZero();
    // Means over whole periods: only float32 rounding is left.
    assertThat(s.mean()).isCloseTo(1, within(1e-6));
    assertThat(s.drift()).extracting(SetSummary.Drift::step).containsExactly(0, 1, 10, 11);
    for (SetSummary.Drift d : s.drift()) {
      double wave = 0.5 * Math.pow(4, -d.step());
      assertThat(d.time()).isCloseTo(0.1 * d.step(), within(1e-6));
      assertThat(d.energy()).isCloseTo(1 + wave, within(1e-6));
      assertThat(d.centroid()).isCloseTo(3 * wave / (1 + wave), within(1e-6));
      assertThat(d.spectrum()).hasSize(17);
      assertThat(d.spectrum()[0]).isCloseTo(1, within(1e-6));
      assertThat(d.spectrum()[3]).isCloseTo(wave, within(1e-6));
      assertThat(d.spectrum()[4]).isCloseTo(0, within(1e-12));
    }
  }

  @Test
  void range_ofAllValues_isReported() {
    SetSummary s = of(SyntheticSets.flat(2, 3, 2, 2, 4), (b, t, c, i) -> c == 0 ? i : -b);
    assertThat(s.minimum()).isEqualTo(-1);
    assertThat(s.maximum()).isEqualTo(15);
    assertThat(s.mean()).isEqualTo((7.5 - 0.5) / 2);
    double meanSquare = (1240.0 / 16 + 0.5) / 2;
    assertThat(s.deviation()).isCloseTo(Math.sqrt(meanSquare - 3.5 * 3.5), within(1e-12));
    assertThat(s.channels()).extracting(SetSummary.OfChannel::name).containsExactly("u0", "u1");
    assertThat(s.channels()).extracting(SetSummary.OfChannel::minimum).containsExactly(0.0, -1.0);
    assertThat(s.channels()).extracting(SetSummary.OfChannel::maximum).containsExactly(15.0, 0.0);
    assertThat(s.channels()).extracting(SetSummary.OfChannel::mean).containsExactly(7.5, -0.5);
    assertThat(s.channels().get(0).deviation())
        .isCloseTo(Math.sqrt((16 * 16 - 1) / 12.0), within(1e-12));
    assertThat(s.channels().get(1).deviation()).isEqualTo(0.5);
    // Two channels: energy is their mean square, like that of all values.
    assertThat(s.drift().get(0).energy()).isCloseTo(meanSquare, within(1e-12));
  }

  @Test
  void nonFiniteNumbers_areCountedAndLeftOutOfTheRange() {
    SetSummary s =
        of(
            SyntheticSets.flat(2, 3, 1, 1, 8),
            (b, t, c, i) -> b == 1 && i == 0 ? (t == 0 ? Double.NaN : 1 / 0.0) : 2);
    assertThat(s.nonFinite()).isEqualTo(3);
    assertThat(s.minimum()).isEqualTo(2);
    assertThat(s.maximum()).isEqualTo(2);
    assertThat(s.mean()).isEqualTo(2);
  }

  @Test
  void firstNonFiniteNumber_isNamedByItsPlace() {
    SetSummary s =
        of(
            SyntheticSets.flat(3, 4, 2, 1, 8),
            (b, t, c, i) -> b == 1 && t >= 2 && c == 1 && i == 5 ? Double.NaN : 2);
    SetSummary.Place place = s.firstNonFinite();
    assertThat(place.trajectory()).isEqualTo(1);
    assertThat(place.step()).isEqualTo(2);
    assertThat(place.time()).isCloseTo(0.2, within(1e-6));
    assertThat(place.channel()).isEqualTo("u1");
    assertThat(s.channels()).extracting(SetSummary.OfChannel::nonFinite).containsExactly(0L, 2L);
    assertThat(of(SyntheticSets.flat(1, 2, 1, 1, 4), (b, t, c, i) -> i).firstNonFinite()).isNull();
  }

  @Test
  void deviation_besideALargeMean_isStillSeen() {
    SetSummary s =
        of(SyntheticSets.flat(1, 2, 1, 1, 8), (b, t, c, i) -> 100_000 + 0.0625 * (i % 2));
    assertThat(s.channels().get(0).deviation()).isCloseTo(0.03125, within(1e-12));
  }

  @Test
  void largeSet_isSampledEvenly() {
    SetSummary s = of(SyntheticSets.flat(100, 2, 1, 1, 4), (b, t, c, i) -> b);
    assertThat(s.sampled()).isEqualTo(50);
    assertThat(s.minimum()).isEqualTo(0);
    assertThat(s.maximum()).isEqualTo(98);
  }

  @Test
  void chosenSteps_ofAnyLength_startAtZeroAndEndAtTheLast() {
    assertThat(SetSummary.chosenSteps(1)).containsExactly(0);
    assertThat(SetSummary.chosenSteps(2)).containsExactly(0, 1);
    assertThat(SetSummary.chosenSteps(11)).containsExactly(0, 1, 10);
    assertThat(SetSummary.chosenSteps(101)).containsExactly(0, 1, 10, 25, 50, 100);
    assertThat(SetSummary.chosenSteps(201)).containsExactly(0, 1, 10, 25, 50, 100, 200);
  }

  private SetSummary of(FlatSet flat, SyntheticSets.Value value) {
    try (TrajectoryFile file =
        TrajectoryFile.open(SyntheticSets.write(folder.resolve("a.h5"), flat, value))) {
      return SetSummary.of(file.set(""));
    }
  }
}
