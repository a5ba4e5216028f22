package io.tfsno.eval.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against printed tables, closed forms for one and two degrees, and the density itself. */
class StudentTTest {
  @ParameterizedTest
  @CsvSource({
    // degrees, two-sided 5 %, two-sided 1 %, as in every table of Student's t
    "1, 12.706, 63.657",
    "2, 4.303, 9.925",
    "3, 3.182, 5.841",
    "4, 2.776, 4.604",
    "7, 2.365, 3.499",
    "10, 2.228, 3.169",
    "11, 2.201, 3.106",
    "30, 2.042, 2.750",
    "120, 1.980, 2.617",
  })
  void quantile_ofTwoSidedShares_isTheTables(int degrees, double five, double one) {
    assertThat(new StudentT(degrees).twoSidedQuantile(0.05)).isCloseTo(five, within(5.1e-4));
    assertThat(new StudentT(degrees).twoSidedQuantile(0.01)).isCloseTo(one, within(5.1e-4));
  }

  @Test
  void tails_ofOneAndTwoDegrees_haveTheirClosedForms() {
    for (double t : new double[] {0, 0.3, 1, 2.5, 40}) {
      assertThat(new StudentT(1).twoSided(t)).isCloseTo(2 / Math.PI * Math.atan2(1, t), error());
      assertThat(new StudentT(2).twoSided(-t)).isCloseTo(1 - t / Math.sqrt(2 + t * t), error());
    }
  }

  private static org.assertj.core.data.Offset<Double> error() {
    return within(1e-14);
  }

  /** The density is proportional to (1 + t^2 / n)^(-(n + 1) / 2); Simpson's rule integrates it. */
  @Test
  void tails_ofManyDegrees_areIntegralsOfTheDensity() {
    for (int degrees : new int[] {3, 5, 6, 11, 14}) {
      double whole = 2 * simpson(degrees, 0, 1, true) + 2 * simpson(degrees, 0, 1, false);
      for (double t : new double[] {0.2, 1, 1.9, 3.7}) {
        double outside = 1 - 2 * simpson(degrees, 0, t, false) / whole;
        assertThat(new StudentT(degrees).twoSided(t)).isCloseTo(outside, within(1e-10));
      }
    }
  }

  /** From a to b, or of t = 1/s from s = a to b, which is the density beyond 1. */
  private static double simpson(int degrees, double a, double b, boolean beyond) {
    int parts = 4000;
    double h = (b - a) / parts;
    double sum = 0;
    for (int i = 0; i <= parts; i++) {
      double x = a + i * h;
      int weight = i == 0 || i == parts ? 1 : i % 2 == 1 ? 4 : 2;
      sum += weight * (beyond ? inverted(degrees, x) : density(degrees, x));
    }
    return sum * h / 3;
  }

  private static double density(int degrees, double t) {
    return Math.pow(1 + t * t / degrees, -0.5 * (degrees + 1));
  }

  private static double inverted(int degrees, double s) {
    return s == 0 ? 0 : density(degrees, 1 / s) / (s * s);
  }

  @Test
  void tail_ofTheQuantile_isTheShare() {
    for (int degrees = 1; degrees < 25; degrees++) {
      StudentT t = new StudentT(degrees);
      assertThat(t.twoSided(t.twoSidedQuantile(0.0123))).isCloseTo(0.0123, within(1e-13));
    }
    assertThat(new StudentT(5).twoSided(0)).isEqualTo(1);
    assertThat(new StudentT(5).twoSided(Double.POSITIVE_INFINITY)).isZero();
    assertThatThrownBy(() -> new StudentT(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new StudentT(1).twoSidedQuantile(0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
