package io.tfsno.operator.tfsno;

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
    long samples = z.size(1);
    Tensor moments = ValueMoments.of(z, EPS);
    Tensor means = moments.mean(1);
    Tensor steps = moments.select(0, 1).add(EPS).sqrt().mean(0);
    Tensor peak = moments.select(0, 3).add(TINY).sqrt().mean(0);
    return new Tensor[] {
      means.select(0, 0).log().mul(0.5).view(1, samples),
      steps.mul(0.5).view(1, samples),
      Activations.signedLog(means.select(0, 2).add(-3)).view(1, samples),
      peak.add(1).log().view(1, samples)
    };
  }
}
