package io.tfsno.eval.statistics;

/**
 * Student's t distribution with a whole number of degrees of freedom n. With {@code theta =
 * arctan(t / sqrt n)} the probability of a value between -t and t is a finite sum:
 *
 * <pre>
 *   n = 1     2 theta / pi
 *   n odd     2 / pi ( theta + sin theta ( cos theta + 2/3 cos^3 theta + ... + a cos^(n-2) theta ) )
 *   n even    sin theta ( 1 + 1/2 cos^2 theta + 1 3 / (2 4) cos^4 theta + ... + b cos^(n-2) theta )
 * </pre>
 *
 * with {@code a = 2 4 ... (n-3) / (3 5 ... (n-2))} and {@code b = 1 3 ... (n-3) / (2 4 ... (n-2))}:
 * Abramowitz and Stegun (1964), 26.7.3 and 26.7.4.
 */
final class StudentT {
  private static final int HALVINGS = 200;

  private final int degrees;

  StudentT(int degrees) {
    if (degrees < 1) {
      throw new IllegalArgumentException("degrees of freedom: " + degrees);
    }
    this.degrees = degrees;
  }

  /** The probability of a value at least as far from 0 as t. */
  double twoSided(double t) {
    double theta = Math.atan(Math.abs(t) / Math.sqrt(degrees));
    return Math.min(1, Math.max(0, 1 - inside(theta)));
  }

  private double inside(double theta) {
    boolean odd = degrees % 2 == 1;
    if (degrees == 1) {
      return 2 * theta / Math.PI;
    }
    double cos = Math.cos(theta);
    double term = odd ? cos : 1;
    double sum = term;
    for (int k = odd ? 3 : 2; k <= degrees - 2; k += 2) {
      term *= cos * cos * (k - 1) / k;
      sum += term;
    }
    double waves = Math.sin(theta) * sum;
    return odd ? 2 / Math.PI * (theta + waves) : waves;
  }

  /** The t that a share p of all values is farther from 0 than. */
  double twoSidedQuantile(double p) {
    if (!(p > 0 && p < 1)) {
      throw new IllegalArgumentException("probability: " + p);
    }
    double low = 0;
    double high = 1;
    while (twoSided(high) > p) {
      high *= 2;
    }
    for (int i = 0; i < HALVINGS && high - low > Math.ulp(high); i++) {
      double middle = 0.5 * (low + high);
      if (twoSided(middle) > p) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return 0.5 * (low + high);
  }
}
