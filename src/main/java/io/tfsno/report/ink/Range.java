package io.tfsno.report.ink;

import java.util.stream.DoubleStream;

/** An interval with {@code lo < hi}, both finite and far enough apart to divide by. */
public record Range(double lo, double hi) {
  /** Beyond this, widths of padded ranges would overflow. */
  private static final double HUGE = 1e250;

  private static final double TINY = 1e-250;

  public Range {
    if (!(Double.isFinite(lo) && Double.isFinite(hi) && lo < hi)) {
      throw new IllegalArgumentException(
          "expected a finite range with lo < hi, found [%s, %s]".formatted(lo, hi));
    }
  }

  /**
   * The smallest usable range around the values that the scale can show. A constant is put in the
   * middle of a range of its own size; no values at all give [0, 1], or one decade.
   */
  public static Range of(DoubleStream values, Scale scale) {
    double[] ends = {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
    values
        .filter(scale::shows)
        .forEach(
            v -> {
              ends[0] = Math.min(ends[0], v);
              ends[1] = Math.max(ends[1], v);
            });
    if (ends[0] > ends[1]) {
      return scale == Scale.LOG10 ? new Range(0.1, 1) : new Range(0, 1);
    }
    return usable(ends[0], ends[1], scale);
  }

  public static Range usable(double first, double last, Scale scale) {
    double lo = clamp(first);
    double hi = clamp(last);
    if (scale == Scale.LOG10) {
      lo = Math.max(lo, TINY);
      hi = Math.max(hi, TINY);
      return hi / lo > 1 + 1e-9 ? new Range(lo, hi) : new Range(lo / 3, hi * 3);
    }
    double magnitude = Math.max(Math.abs(lo), Math.abs(hi));
    if (hi - lo > Math.max(1e-9 * magnitude, TINY)) {
      return new Range(lo, hi);
    }
    double half = magnitude > TINY ? 0.5 * magnitude : 1;
    return new Range(lo - half, hi + half);
  }

  /** Wider at both ends by the given fraction of its length on the scale. */
  public Range padded(double fraction, Scale scale) {
    double a = scale.forward(lo);
    double b = scale.forward(hi);
    double pad = fraction * (b - a);
    return new Range(scale.inverse(a - pad), scale.inverse(b + pad));
  }

  private static double clamp(double v) {
    return Math.max(-HUGE, Math.min(HUGE, v));
  }
}
