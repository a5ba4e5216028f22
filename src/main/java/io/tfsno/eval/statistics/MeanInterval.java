package io.tfsno.eval.statistics;

import java.util.Arrays;

/**
 * A mean and its 95 % t-interval.
 *
 * @param low NaN with fewer than two values, as is {@code high}
 */
public record MeanInterval(double mean, double low, double high) {
  private static final double OUTSIDE = 0.05;

  public static MeanInterval of(double... values) {
    double mean = Arrays.stream(values).average().orElse(Double.NaN);
    if (values.length < 2) {
      return new MeanInterval(mean, Double.NaN, Double.NaN);
    }
    double half =
        new StudentT(values.length - 1).twoSidedQuantile(OUTSIDE) * standardError(mean, values);
    return new MeanInterval(mean, mean - half, mean + half);
  }

  static double standardError(double mean, double... values) {
    double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
    return Math.sqrt(squares / (values.length - 1) / values.length);
  }
}
