package io.tfsno.operator.tfsno.statistic;

import io.tfsno.engine.Tensor;

/**
 * How the values of a field are spread, for each channel about its own mean:
 *
 * <pre>
 *   W = mean_x d^2 + eps,  d = z - mean_x z,   y = d / sqrt(W)
 *   G = mean over axes of mean_x (y(x+h) - y(x))^2      h the spacing of the training grid
 *   K = mean_x y^4
 *   P = max_x y^2
 * </pre>
 */
public final class Values {
  static final double EPS = Spectrum.EPS;

  private static final int WIDTH = 0;
  private static final int STEPS = 1;
  private static final int FOURTH = 2;
  private static final int PEAK = 3;

  private final Tensor moments;
  private final Tensor means;

  /**
   * @param z {@code [channel, sample, x(, y, z)]}, on the training grid
   */
  Values(Tensor z) {
    moments = ValueMoments.of(z, EPS);
    means = moments.mean(1);
  }

  /** {@code mean_c W}, {@code [sample]}. */
  Tensor meanWidth() {
    return means.select(0, WIDTH);
  }

  /** {@code mean_c K}, {@code [sample]}. */
  Tensor meanFourth() {
    return means.select(0, FOURTH);
  }

  /** G, {@code [channel, sample]}. */
  Tensor steps() {
    return moments.select(0, STEPS);
  }

  /** P, {@code [channel, sample]}. */
  Tensor peak() {
    return moments.select(0, PEAK);
  }
}
