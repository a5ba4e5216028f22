package io.tfsno.eval.statistics;

/**
 * How the errors of A compare with those of B over pairs, one for each seed, as logarithms of
 * ratios {@code ln (a / b)}: below 0 where A is better.
 *
 * @param pairs what it rests on
 * @param mean of the logarithms; NaN without pairs
 * @param low end of the 95 % t-interval of the mean; NaN with fewer than {@link #FEWEST} pairs, as
 *     are the next three
 * @param high its other end
 * @param byT p-value of the two-sided t-test
 * @param byFlips p-value of the exact {@link SignFlips sign-flip test}
 */
public record PairedRatio(
    int pairs, double mean, double low, double high, double byT, double byFlips) {
  /** Below that no interval is claimed. */
  public static final int FEWEST = 3;

  /** Above that the flips are too many to try them all. */
  public static final int MOST = SignFlips.MOST_PAIRS;

  /** What a diverged run counts as: that many times the other's error. No ratio counts as more. */
  public static final double WORST = 100;

  /**
   * {@code ln (a / b)}, within {@code [-ln WORST, ln WORST]}. An error that is not a finite number
   * is of a run that diverged, and worse than every other; two of them are equal.
   */
  public static double log(double a, double b) {
    boolean lostA = !Double.isFinite(a);
    boolean lostB = !Double.isFinite(b);
    if (lostA || lostB) {
      return lostA == lostB ? 0 : lostA ? Math.log(WORST) : -Math.log(WORST);
    }
    double ratio = a == b ? 1 : a / b;
    return Math.log(Math.min(WORST, Math.max(1 / WORST, ratio)));
  }

  /**
   * @param logs at most {@link #MOST}
   */
  public static PairedRatio of(double... logs) {
    int n = logs.length;
    MeanInterval of = MeanInterval.of(logs);
    double mean = of.mean();
    if (n < FEWEST) {
      return new PairedRatio(n, mean, Double.NaN, Double.NaN, Double.NaN, Double.NaN);
    }
    double error = MeanInterval.standardError(mean, logs);
    double byT = mean == 0 ? 1 : new StudentT(n - 1).twoSided(mean / error);
    return new PairedRatio(n, mean, of.low(), of.high(), byT, SignFlips.twoSided(logs));
  }

  /** The larger of the two p-values: both tests must agree. */
  public double p() {
    return Math.max(byT, byFlips);
  }
}
