package io.tfsno.run.range;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BandTest {
  @ParameterizedTest
  @CsvSource({
    "0.0025, 0.04, 0.001895, 0.04375", // 0.0025 / 16^0.1, and 0.04 + 0.1 x 0.0375
    "-0.04, -0.0025, -0.04375, -0.001895",
    "-2, 2, -2.4, 2.4",
    "0, 1, 0, 1.1",
    "-1, 0, -1.1, 0",
    "3, 3, 3, 3",
  })
  void asSeen_isATenthWider_andKeepsTheSign(double low, double high, double from, double to) {
    Band seen = new Band(low, high).asSeen();
    double rounding = 3e-5 * Math.max(Math.abs(low), Math.abs(high));
    assertThat(seen.low()).isCloseTo(from, within(rounding));
    assertThat(seen.high()).isCloseTo(to, within(rounding));
    assertThat(seen.contains(low) && seen.contains(high)).isTrue();
  }

  @Test
  void asSeen_ofANarrowBand_isAboutAsWideOnBothSides() {
    Band seen = new Band(1, 1.01).asSeen();
    assertThat(1 - seen.low()).isCloseTo(seen.high() - 1.01, within(2e-5));
  }
}
