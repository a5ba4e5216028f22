package io.tfsno.pde;

import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Modes;
import java.util.function.DoubleUnaryOperator;

/**
 * Random initial states: a band of Fourier modes with normal amplitudes, scaled to an exact root
 * mean square. They are drawn in Fourier space, so that a state is the same on every grid.
 *
 * @param amplitude root mean square of the state, from one uniform number
 * @param maxMode largest wave number K (radial in 2D)
 * @param shape standard deviation s(|m|) of a mode
 */
public record Sampler(DoubleUnaryOperator amplitude, int maxMode, DoubleUnaryOperator shape) {

  /**
   * Coefficients of the states drawn from the given streams, {@code [trajectory, 1, modes...]}.
   * Modes that the set cannot hold are an error.
   */
  public Tensor draw(Modes modes, Rng... streams) {
    if (modes.columns().positive() <= maxMode) {
      throw new IllegalArgumentException(
          "modes up to %d are needed, the set holds %d"
              .formatted(maxMode, modes.columns().positive() - 1));
    }
    ModeArray states = new ModeArray(modes, streams.length);
    for (int i = 0; i < streams.length; i++) {
      drawOne(modes.dimension(), streams[i], states, i);
    }
    return states.tensor(1);
  }

  /** The order of draws is part of the format: one uniform, then a normal pair per mode. */
  private void drawOne(int dimension, Rng stream, ModeArray states, int index) {
    double rms = amplitude.applyAsDouble(stream.uniform());
    double power = 0;
    int rows = dimension == 1 ? 0 : maxMode;
    for (int my = 0; my <= maxMode; my++) {
      for (int mx = -rows; mx <= rows; mx++) {
        boolean partnerOfAnother = my == 0 && mx <= 0;
        if (partnerOfAnother || mx * mx + my * my > maxMode * maxMode) {
          continue;
        }
        double s = shape.applyAsDouble(Math.sqrt((double) mx * mx + my * my));
        double[] pair = stream.normalPair();
        power += 0.5 * s * s * (pair[0] * pair[0] + pair[1] * pair[1]);
        // a cos + b sin has the coefficient (a - i b)/2.
        states.addWave(index, mx, my, s * pair[0] / 2, -s * pair[1] / 2);
      }
    }
    states.scale(index, rms / Math.sqrt(power));
  }
}
