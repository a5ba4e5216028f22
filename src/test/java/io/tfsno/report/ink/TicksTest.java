package io.tfsno.report.ink;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class TicksTest {
  static Stream<Range> ranges() {
    Random random = new Random(11);
    return Stream.generate(
            () -> {
              double size = Math.pow(10, random.nextInt(60) - 30);
              double lo = size * random.nextGaussian() * 10;
              return new Range(lo, lo + size * (0.1 + random.nextDouble()));
            })
        .limit(200);
  }

  @ParameterizedTest
  @MethodSource("ranges")
  void linear_anyRange_isCoveredBySteps125(Range range) {
    for (int most = 3; most < 12; most++) {
      List<BigDecimal> ticks = Ticks.linear(range, most).major();
      assertThat(ticks.size()).isBetween(1, most);
      if (ticks.size() > 1) {
        BigDecimal step = ticks.get(1).subtract(ticks.get(0));
        assertThat(step.stripTrailingZeros().unscaledValue().intValue()).isIn(1, 2, 5);
        for (int i = 1; i < ticks.size(); i++) {
          assertThat(ticks.get(i).subtract(ticks.get(i - 1))).isEqualByComparingTo(step);
        }
        double slack = 1e-6 * (range.hi() - range.lo());
        double s = step.doubleValue();
        double first = ticks.get(0).doubleValue();
        double last = ticks.get(ticks.size() - 1).doubleValue();
        assertThat(first).isBetween(range.lo() - slack, range.lo() + s + slack);
        assertThat(last).isBetween(range.hi() - s - slack, range.hi() + slack);
      }
    }
  }

  @Test
  void linear_endOnATick_isMarkedDespiteRounding() {
    assertThat(Ticks.linear(new Range(0, 0.1 + 0.2), 5).major())
        .usingElementComparator(BigDecimal::compareTo)
        .containsExactly(
            BigDecimal.ZERO, new BigDecimal("0.1"), new BigDecimal("0.2"), new BigDecimal("0.3"));
  }

  @Test
  void log_severalDecades_marksPowersOfTenWithMinorTicks() {
    Ticks ticks = Ticks.log(new Range(0.002, 300), 8);
    assertThat(ticks.major().stream().map(BigDecimal::doubleValue))
        .containsExactly(0.01, 0.1, 1.0, 10.0, 100.0);
    assertThat(ticks.minor().stream().map(BigDecimal::doubleValue)).contains(0.002, 0.5, 300.0);
  }

  @ParameterizedTest
  @CsvSource({"1e-30,1e50", "1e-250,1e250", "1e-12,1e-2", "3,4e9"})
  void log_manyDecades_staysWithinTheLimit(double lo, double hi) {
    for (int most = 2; most < 9; most++) {
      List<BigDecimal> major = Ticks.log(new Range(lo, hi), most).major();
      assertThat(major).hasSizeBetween(1, most);
      assertThat(major).allSatisfy(v -> assertThat(v.doubleValue()).isBetween(lo, hi));
    }
  }

  @Test
  void log_lessThanADecade_marks125() {
    assertThat(Ticks.log(new Range(0.03, 0.3), 8).major().stream().map(BigDecimal::doubleValue))
        .containsExactly(0.05, 0.1, 0.2);
  }

  @Test
  void log_tinyRange_isMarkedLinearly() {
    assertThat(Ticks.log(new Range(3.1, 3.3), 8).major()).hasSizeGreaterThan(1);
  }
}
