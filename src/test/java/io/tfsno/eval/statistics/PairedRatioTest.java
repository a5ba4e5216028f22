package io.tfsno.eval.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Against numbers worked out by hand. */
class PairedRatioTest {
  @Test
  void signFlips_ofEqualSigns_areAsRareAsCanBe() {
    assertThat(SignFlips.twoSided(-1, -2, -3)).isEqualTo(2.0 / 8);
    assertThat(SignFlips.twoSided(0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1)).isEqualTo(2.0 / 256);
    assertThat(SignFlips.twoSided(5)).isEqualTo(1);
  }

  @Test
  void signFlips_ofMixedSigns_areCountedByHand() {
    // 1 + 2 - 4 = -1. Sums of flips: +-7, +-5, +-3, +-1, each once: all eight are as far.
    assertThat(SignFlips.twoSided(1, 2, -4)).isEqualTo(1);
    // -1 + 2 + 4 = 5: of the eight only +-5 and +-7 are as far.
    assertThat(SignFlips.twoSided(-1, 2, 4)).isEqualTo(4.0 / 8);
    // A pair without a difference counts twice each way.
    assertThat(SignFlips.twoSided(0, 3, 3)).isEqualTo(4.0 / 8);
  }

  /** Fisher's own example, Darwin's maize: 863 of 32768 sums are as far on one side, twice both. */
  @Test
  void signFlips_ofDarwinsMaize_areFishers() {
    double[] eighths = {49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48};
    assertThat(SignFlips.twoSided(eighths)).isEqualTo(2 * 863.0 / 32768);
    PairedRatio ratio = PairedRatio.of(eighths);
    assertThat(ratio.mean()).isCloseTo(20.933, within(5e-4));
    assertThat(ratio.byT()).isCloseTo(0.0497, within(5e-5)); // t = 2.148 with 14 degrees
  }

  @Test
  void signFlips_ofTooMany_areRefused() {
    assertThatThrownBy(() -> SignFlips.twoSided(new double[21]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(SignFlips::twoSided).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void interval_ofFourPairs_isThatOfTheTable() {
    // Mean -0.4, deviation sqrt(0.08 / 3), error of the mean half of that; t(3) = 3.182446.
    PairedRatio r = PairedRatio.of(-0.2, -0.4, -0.6, -0.4);
    double half = 3.182446 * Math.sqrt(0.08 / 3) / 2;
    assertThat(r.pairs()).isEqualTo(4);
    assertThat(r.mean()).isCloseTo(-0.4, within(1e-15));
    assertThat(r.low()).isCloseTo(-0.4 - half, within(1e-6));
    assertThat(r.high()).isCloseTo(-0.4 + half, within(1e-6));
    assertThat(r.byFlips()).isEqualTo(2.0 / 16);
    assertThat(r.p()).isEqualTo(Math.max(r.byT(), 2.0 / 16));
  }

  @Test
  void interval_excludesZero_exactlyWhereTheTTestSaysSo() {
    Random random = new Random(7);
    for (int i = 0; i < 200; i++) {
      double shift = random.nextDouble() - 0.5;
      PairedRatio r = PairedRatio.of(random.doubles(6).map(v -> v - 0.5 + shift).toArray());
      assertThat(r.low() > 0 || r.high() < 0).isEqualTo(r.byT() < 0.05);
    }
  }

  @Test
  void interval_ofTwoPairs_isNotClaimed() {
    PairedRatio r = PairedRatio.of(-1, -2);
    assertThat(r.mean()).isEqualTo(-1.5);
    assertThat(new double[] {r.low(), r.high(), r.byT(), r.byFlips(), r.p()})
        .containsOnly(Double.NaN);
    assertThat(PairedRatio.of().mean()).isNaN();
  }

  @Test
  void ratio_withoutSpread_hasAnIntervalOfOnePoint() {
    PairedRatio r = PairedRatio.of(-2, -2, -2);
    assertThat(r.high()).isEqualTo(-2);
    assertThat(r.byT()).isZero();
    assertThat(PairedRatio.of(0, 0, 0).p()).isEqualTo(1);
  }

  @Test
  void divergedRun_isWorseThanEveryOther_andNoRatioIsWorseThanIt() {
    double worst = Math.log(100);
    assertThat(PairedRatio.log(0.02, 0.04)).isCloseTo(-Math.log(2), within(1e-15));
    assertThat(PairedRatio.log(Double.NaN, 1e9)).isEqualTo(worst);
    assertThat(PairedRatio.log(0.1, Double.POSITIVE_INFINITY)).isEqualTo(-worst);
    assertThat(PairedRatio.log(Double.NaN, Double.NaN)).isZero();
    assertThat(PairedRatio.log(1e9, 0.1)).isEqualTo(worst);
    assertThat(PairedRatio.log(0, 0.1)).isCloseTo(-worst, within(1e-15));
    assertThat(PairedRatio.log(0, 0)).isZero();
  }

  @Test
  void holm_adjustsInTheOrderOfSize() {
    // The usual example: 4 x 0.005, then 3 x 0.01, 2 x 0.03 and 0.04, which must not fall below.
    assertThat(Holm.adjust(0.01, 0.04, 0.03, 0.005))
        .containsExactly(new double[] {0.03, 0.06, 0.06, 0.02}, within(1e-15));
    assertThat(Holm.adjust(0.5, 0.9)).containsExactly(1, 1);
    assertThat(Holm.adjust()).isEmpty();
  }

  @Test
  void holm_ofAMissingTest_countsItAndLeavesItMissing() {
    double[] adjusted = Holm.adjust(Double.NaN, 0.01);
    assertThat(adjusted[0]).isNaN();
    assertThat(adjusted[1]).isCloseTo(0.02, within(1e-15));
  }
}
