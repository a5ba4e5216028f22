package io.tfsno.eval;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** How two lists of numbers go together. */
final class Correlation {
  private static final double LEAST_VARIANCE = 1e-20;

  private Correlation() {}

  /** Pearson's coefficient; NaN if one of the lists does not vary. */
  static double pearson(double[] x, double[] y) {
    double sxx = covariance(x, x);
    double syy = covariance(y, y);
    if (sxx < LEAST_VARIANCE || syy < LEAST_VARIANCE) {
      return Double.NaN;
    }
    return covariance(x, y) / Math.sqrt(sxx * syy);
  }

  /** Spearman's: Pearson's of the ranks, equal numbers sharing theirs. */
  static double spearman(double[] x, double[] y) {
    return pearson(ranks(x), ranks(y));
  }

  static boolean varies(double[] x) {
    return covariance(x, x) >= LEAST_VARIANCE;
  }

  private static double covariance(double[] x, double[] y) {
    double mx = Arrays.stream(x).average().orElse(0);
    double my = Arrays.stream(y).average().orElse(0);
    return IntStream.range(0, x.length).mapToDouble(i -> (x[i] - mx) * (y[i] - my)).sum()
        / x.length;
  }

  private static double[] ranks(double[] x) {
    int[] order =
        IntStream.range(0, x.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> x[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    double[] ranks = new double[x.length];
    for (int from = 0; from < order.length; ) {
      int to = from + 1;
      while (to < order.length && x[order[to]] == x[order[from]]) {
        to++;
      }
      for (int i = from; i < to; i++) {
        ranks[order[i]] = 0.5 * (from + to - 1);
      }
      from = to;
    }
    return ranks;
  }
}
