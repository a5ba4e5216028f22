package io.tfsno.eval.statistics;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Holm's correction for several tests (Holm 1979). The i-th smallest of m p-values, i from 0, is
 * multiplied by m - i, is not smaller than any before it and at most 1. Claiming all whose adjusted
 * value is at most 0.05 makes a false claim among them with a probability of at most 0.05.
 */
public final class Holm {
  private Holm() {}

  /**
   * Adjusted p-values, in the order of what was given.
   *
   * @param p NaN for a test that could not be made: it stays NaN and counts as one of m
   */
  public static double[] adjust(double... p) {
    int[] order =
        IntStream.range(0, p.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> p[i]))
            .mapToInt(i -> i)
            .toArray();
    double[] adjusted = new double[p.length];
    double largest = 0;
    for (int i = 0; i < order.length; i++) {
      double own = Math.min(1, (order.length - i) * p[order[i]]);
      largest = Math.max(largest, own); // NaN comes last in the order
      adjusted[order[i]] = largest;
    }
    return adjusted;
  }
}
