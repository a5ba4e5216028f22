package io.tfsno.eval;

import java.util.Arrays;

/**
 * A number over trajectories. Values that are not finite (a rollout that blew up) are left out of
 * mean and deviation but count as infinite in the median.
 *
 * @param deviation sample standard deviation over trajectories
 */
public record Summary(double mean, double deviation, double median) {
  static Summary of(double[] values) {
    double[] finite = Arrays.stream(values).filter(Double::isFinite).toArray();
    double mean = Arrays.stream(finite).average().orElse(Double.NaN);
    double squares = Arrays.stream(finite).map(v -> (v - mean) * (v - mean)).sum();
    double deviation = finite.length > 1 ? Math.sqrt(squares / (finite.length - 1)) : 0;
    double[] sorted =
        Arrays.stream(values)
            .map(v -> Double.isFinite(v) ? v : Double.POSITIVE_INFINITY)
            .sorted()
            .toArray();
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : 0.5 * (sorted[middle - 1] + sorted[middle]);
    return new Summary(mean, deviation, median);
  }
}
