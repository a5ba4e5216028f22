package io.tfsno.data.generate;

import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/**
 * How what is hidden in a trajectory enters a fitted step: each coefficient of the fit is a sum of
 * functions of it, and the whole field may drift.
 *
 * @param candidates values over its range, to search in
 * @param functions what each coefficient of the fit is a sum of
 * @param speed of the drift
 */
record Hidden(double[] candidates, Functions functions, DoubleUnaryOperator speed) {
  private static final int DEGREE = 4;
  private static final int INTERVALS = 64;

  /** Some numbers for what is hidden, at a time. */
  @FunctionalInterface
  interface Functions {
    double[] at(double theta, double time);
  }

  /** One set of coefficients for all trajectories. */
  static Hidden unknown() {
    return new Hidden(new double[0], (theta, time) -> new double[] {1}, theta -> 0);
  }

  /** A coefficient of any size in a range: polynomials of its logarithm. */
  static Hidden logarithmic(double low, double high) {
    double range = Math.log(high / low);
    return new Hidden(
        candidates(share -> low * Math.exp(share * range)),
        (theta, time) -> chebyshev(2 * Math.log(theta / low) / range - 1),
        theta -> 0);
  }

  /** The phase of a law with a period: a short Fourier series. */
  static Hidden clock(double period) {
    return new Hidden(
        candidates(share -> share * period),
        (phase, time) -> {
          double a = 2 * Math.PI * (phase + time) / period;
          return new double[] {1, Math.sin(a), Math.cos(a), Math.sin(2 * a), Math.cos(2 * a)};
        },
        phase -> 0);
  }

  /** A speed: the factor {@code exp(-i k c dt)} and nothing else. */
  static Hidden drift(double fastest) {
    return new Hidden(
        candidates(share -> (2 * share - 1) * fastest),
        (c, time) -> new double[] {1},
        DoubleUnaryOperator.identity());
  }

  private static double[] candidates(DoubleUnaryOperator ofShare) {
    return IntStream.rangeClosed(0, INTERVALS)
        .mapToDouble(i -> ofShare.applyAsDouble((double) i / INTERVALS))
        .toArray();
  }

  private static double[] chebyshev(double x) {
    double[] t = new double[DEGREE + 1];
    t[0] = 1;
    t[1] = x;
    for (int n = 2; n <= DEGREE; n++) {
      t[n] = 2 * x * t[n - 1] - t[n - 2];
    }
    return t;
  }

  /** The candidate with the smallest error. */
  double best(DoubleUnaryOperator error) {
    double best = Double.NaN;
    double least = Double.POSITIVE_INFINITY;
    for (double candidate : candidates) {
      double e = error.applyAsDouble(candidate);
      if (e < least) {
        least = e;
        best = candidate;
      }
    }
    return best;
  }
}
