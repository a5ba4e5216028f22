package io.tfsno.operator;

import io.tfsno.engine.Activations;
import io.tfsno.engine.Tensor;

/**
 * How the values of a field are spread, for each channel about its own mean, then averaged over
 * channels:
 *
 * <pre>
 *   V = mean_x d^2,  d = z - mean_x z,   y = d / sqrt(V + eps)
 *   G = mean over axes of mean_x (y(x+1) - y(x))^2
 *   ln sigma  = ln(mean_c V + eps) / 2
 *   roughness = mean_c sqrt(G + eps) / 2       |sin(pi k/N)| for a pure wave k
 *   kurtosis  = slog( mean_c mean_x y^4 - 3 )
 *   crest     = ln( 1 + mean_c max_x |y| )
 * </pre>
 */
final class ValueStatistics {
  private static final double EPS = SpectrumStatistics.EPS;

  /** Keeps the gradient of the peak finite on constant fields. */
  private static final double TINY = 1e-12;

  private ValueStatistics() {}

  /** The four statistics, {@code [1, sample]} each, of a field {@code [channel, sample, ...]}. */
  static Tensor[] of(Tensor z) {
    long channels = z.size(0);
    long samples = z.size(1);
    Tensor flat = z.reshape(channels, samples, -1);
    Tensor d = flat.sub(flat.mean(-1).view(channels, samples, 1));
    Tensor variance = d.mul(d).mean(-1);
    Tensor y = d.div(variance.add(EPS).sqrt().view(channels, samples, 1));
    // Products with itself, not powers: their gradients are cheaper.
    Tensor squares = y.mul(y);
    Tensor fourth = squares.mul(squares).mean(-1);
    Tensor peak = squares.peak(-1).add(TINY).sqrt();
    Tensor steps = steps(y.view(z.shape())).add(EPS).sqrt();
    return new Tensor[] {
      variance.mean(0).add(EPS).log().mul(0.5).view(1, samples),
      steps.mean(0).mul(0.5).view(1, samples),
      Activations.signedLog(fourth.mean(0).add(-3)).view(1, samples),
      peak.mean(0).add(1).log().view(1, samples)
    };
  }

  /** Mean square step to the next point, wrapping around, averaged over the axes. */
  private static Tensor steps(Tensor y) {
    int axes = y.rank() - 2;
    double perStep = 1.0 / (axes * Math.pow((double) y.size(-1), axes));
    Tensor sum = null;
    for (int axis = 2; axis < y.rank(); axis++) {
      long n = y.size(axis);
      Tensor inside = y.narrow(axis, 1, n - 1).sub(y.narrow(axis, 0, n - 1));
      Tensor seam = y.narrow(axis, 0, 1).sub(y.narrow(axis, n - 1, 1));
      Tensor squares = overSpace(inside.mul(inside)).add(overSpace(seam.mul(seam)));
      sum = sum == null ? squares : sum.add(squares);
    }
    return sum.mul(perStep);
  }

  private static Tensor overSpace(Tensor x) {
    return x.rank() == 3 ? x.sum(2) : x.sum(2, 3);
  }
}
