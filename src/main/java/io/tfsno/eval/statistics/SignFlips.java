package io.tfsno.eval.statistics;

import java.util.Arrays;

/**
 * The exact sign-flip test of paired differences (Fisher 1935, section 21). Where neither model is
 * better, each difference is as likely as its opposite. So all 2^n choices of signs are equally
 * likely, and p is the share of those whose sum is at least as far from 0 as the one that was seen.
 * It assumes nothing else about how differences are distributed. With n pairs p is at least {@code
 * 2 / 2^n}.
 */
final class SignFlips {
  /** All flips are tried: a million of them. */
  static final int MOST_PAIRS = 20;

  /** Of the sum of sizes: sums that differ by rounding alone are the same. */
  private static final double ROUNDING = 1e-12;

  private SignFlips() {}

  static double twoSided(double... differences) {
    int n = differences.length;
    if (n < 1 || n > MOST_PAIRS) {
      throw new IllegalArgumentException("pairs: " + n);
    }
    double size = Arrays.stream(differences).map(Math::abs).sum();
    double seen = Math.abs(Arrays.stream(differences).sum()) - ROUNDING * size;
    long flips = 1L << n;
    long asFar = 0;
    for (long signs = 0; signs < flips; signs++) {
      double sum = 0;
      for (int i = 0; i < n; i++) {
        sum += (signs >> i & 1) == 0 ? differences[i] : -differences[i];
      }
      asFar += Math.abs(sum) >= seen ? 1 : 0;
    }
    return (double) asFar / flips;
  }
}
