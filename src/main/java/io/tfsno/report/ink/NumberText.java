package io.tfsno.report.ink;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Comparator;
import java.util.List;

/**
 * Numbers as a reader wants them: a real minus sign, and powers of ten instead of rows of zeros.
 */
public final class NumberText {
  private static final String SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

  private NumberText() {}

  /**
   * Labels for the ticks of one axis. Ticks on a linear axis share their number of decimals and
   * their power of ten; on a logarithmic axis over several decades each has its own.
   */
  public static List<String> labels(List<BigDecimal> values, Scale scale) {
    if (values.isEmpty()) {
      return List.of();
    }
    boolean powers = values.stream().allMatch(NumberText::isPowerOfTen);
    if (scale == Scale.LOG10 && powers && values.size() > 1) {
      return values.stream().map(v -> "10" + superscript(Ticks.exponent(v))).toList();
    }
    List<BigDecimal> nonzero = values.stream().filter(v -> v.signum() != 0).toList();
    int top = nonzero.stream().mapToInt(Ticks::exponent).max().orElse(0);
    int bottom = nonzero.stream().mapToInt(NumberText::last).min().orElse(0);
    boolean ordinary = top >= -3 && top < 5;
    if (scale == Scale.LOG10 && nonzero.stream().anyMatch(v -> Ticks.exponent(v) != top)) {
      return values.stream().map(v -> ordinary ? plain(v, -last(v)) : scientific(v)).toList();
    }
    if (ordinary) {
      return values.stream().map(v -> plain(v, -bottom)).toList();
    }
    // 2, 4, ..., 10 times 10⁻⁵ reads better than 0.2, 0.4, ..., 1.0 times 10⁻⁴.
    BigDecimal most = nonzero.stream().map(BigDecimal::abs).max(Comparator.naturalOrder()).get();
    boolean digits = most.compareTo(new BigDecimal(12).scaleByPowerOfTen(bottom)) <= 0;
    int exponent = digits ? bottom : top;
    return values.stream().map(v -> scientific(v, exponent, exponent - bottom)).toList();
  }

  private static String scientific(BigDecimal v) {
    return scientific(v, Ticks.exponent(v), Ticks.exponent(v) - last(v));
  }

  private static String scientific(BigDecimal v, int exponent, int decimals) {
    if (v.signum() == 0) {
      return "0";
    }
    return plain(v.scaleByPowerOfTen(-exponent), decimals) + "×10" + superscript(exponent);
  }

  private static String plain(BigDecimal v, int decimals) {
    return v.setScale(Math.max(0, decimals), RoundingMode.HALF_EVEN)
        .toPlainString()
        .replace('-', '−');
  }

  /** The exponent of the last digit that is not zero. */
  private static int last(BigDecimal v) {
    return -v.stripTrailingZeros().scale();
  }

  private static boolean isPowerOfTen(BigDecimal v) {
    return v.signum() > 0 && v.stripTrailingZeros().unscaledValue().bitLength() == 1;
  }

  static String superscript(int n) {
    StringBuilder out = new StringBuilder(n < 0 ? "⁻" : "");
    for (char digit : Integer.toString(Math.abs(n)).toCharArray()) {
      out.append(SUPERSCRIPTS.charAt(digit - '0'));
    }
    return out.toString();
  }
}
