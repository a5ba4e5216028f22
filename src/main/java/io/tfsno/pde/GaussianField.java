package io.tfsno.pde;

import io.tfsno.engine.Rng;
import io.tfsno.spectral.Grid;

/**
 * A Gaussian random field without a mean. The cosine and the sine of each wave are independent,
 * normal, with the standard deviation {@code sigma (|k|^2 + tau^2)^(-alpha / 2)}, k being the
 * physical wave number: the covariance {@code sigma^2 (-Lap + tau^2)^-alpha} of Li et al. (2021) up
 * to a constant.
 *
 * @param maxMode largest wave number K (radial), where the series ends
 */
public record GaussianField(double sigma, double tau, double alpha, int maxMode)
    implements StateSampler {

  /** A normal pair for each mode within the {@link WaveBall}. */
  @Override
  public void draw(Rng stream, Grid box, ModeArray states, int field) {
    WaveBall.forEach(
        states.dimension(),
        maxMode,
        m -> {
          double squared = 0;
          for (int axis = 0; axis < m.length; axis++) {
            squared += Math.pow(box.axis(axis).wave(m[axis]), 2);
          }
          double s = sigma * Math.pow(squared + tau * tau, -alpha / 2);
          double[] pair = stream.normalPair();
          states.addWave(field, s * pair[0] / 2, -s * pair[1] / 2, m);
        });
  }

  @Override
  public int largestWave() {
    return maxMode;
  }
}
