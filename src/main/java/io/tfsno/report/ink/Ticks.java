package io.tfsno.report.ink;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Where an axis is marked: {@code major} values get a label and a grid line, {@code minor} ones a
 * short mark. Values are decimals, so that 0.1 * 3 is labelled 0.3.
 */
public record Ticks(List<BigDecimal> major, List<BigDecimal> minor) {
  private static final int[] NICE = {1, 2, 5};

  public static Ticks of(Scale scale, Range range, int atMost) {
    return scale == Scale.LOG10 ? log(range, atMost) : linear(range, atMost);
  }

  /** Multiples of the smallest step 1, 2 or 5 times a power of ten that needs no more ticks. */
  static Ticks linear(Range range, int atMost) {
    int most = Math.max(2, atMost);
    // One ulp-sized end is forgiven, so that the range [0, 0.3] is marked at 0.3.
    double slack = 1e-9 * (range.hi() - range.lo());
    int exponent = (int) Math.floor(Math.log10((range.hi() - range.lo()) / most)) - 1;
    while (true) {
      for (int nice : NICE) {
        BigDecimal step = power(nice, exponent);
        double first = Math.ceil((range.lo() - slack) / step.doubleValue());
        double last = Math.floor((range.hi() + slack) / step.doubleValue());
        if (last - first + 1 <= most) {
          List<BigDecimal> major = new ArrayList<>();
          for (double k = first; k <= last; k++) {
            major.add(new BigDecimal(k).multiply(step));
          }
          return new Ticks(major, List.of());
        }
      }
      exponent++;
    }
  }

  /**
   * Powers of ten where there are at least two of them, every second or third if need be; else 1, 2
   * and 5 times powers of ten; and over less than that, linear ticks.
   */
  static Ticks log(Range range, int atMost) {
    int most = Math.max(2, atMost);
    List<BigDecimal> decades = within(range, 1);
    if (decades.size() < 2) {
      List<BigDecimal> nice = within(range, NICE);
      return nice.size() < 2
          ? linear(range, most)
          : new Ticks(nice.size() <= most ? nice : ends(nice), within(range, 3, 4, 6, 7, 8, 9));
    }
    int step = decadeStep(decades.size(), most);
    if (step == 1) {
      return new Ticks(decades, within(range, 2, 3, 4, 5, 6, 7, 8, 9));
    }
    // Exponents that are multiples of the step, so that neighbouring panels agree.
    return new Ticks(
        decades.stream().filter(d -> Math.floorMod(exponent(d), step) == 0).toList(),
        step > 5
            ? List.of()
            : decades.stream().filter(d -> Math.floorMod(exponent(d), step) != 0).toList());
  }

  private static int decadeStep(int decades, int most) {
    return IntStream.of(1, 2, 3, 5, 10, 20, 50, 100, 200)
        .filter(step -> (decades + step - 1) / step <= most)
        .findFirst()
        .orElse(500);
  }

  /** The exponent of the leading digit. */
  static int exponent(BigDecimal v) {
    return v.precision() - v.scale() - 1;
  }

  private static List<BigDecimal> within(Range range, int... mantissas) {
    int from = (int) Math.floor(Math.log10(range.lo())) - 1;
    int to = (int) Math.ceil(Math.log10(range.hi())) + 1;
    return IntStream.rangeClosed(from, to)
        .boxed()
        .flatMap(e -> IntStream.of(mantissas).mapToObj(m -> power(m, e)))
        .filter(v -> inside(v.doubleValue(), range))
        .toList();
  }

  private static boolean inside(double v, Range range) {
    return v >= range.lo() * (1 - 1e-9) && v <= range.hi() * (1 + 1e-9);
  }

  private static List<BigDecimal> ends(List<BigDecimal> values) {
    return Stream.of(values.get(0), values.get(values.size() - 1)).toList();
  }

  private static BigDecimal power(int mantissa, int exponent) {
    return new BigDecimal(mantissa).scaleByPowerOfTen(exponent);
  }
}
