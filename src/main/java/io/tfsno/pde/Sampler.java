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
 * @param maxMode largest wave number K (radial)
 * @param shape standard deviation s(|m|) of a mode
 */
public record Sampler(DoubleUnaryOperator amplitude, int maxMode, DoubleUnaryOperator shape) {

  /** States of one channel, {@code [trajectory, 1, modes...]}. */
  public Tensor draw(Modes modes, Rng... streams) {
    return draw(modes, 1, streams);
  }

  /**
   * Coefficients of the states drawn from the given streams, {@code [trajectory, channel,
   * modes...]}, one channel after another. Modes that the set cannot hold are an error.
   */
  public Tensor draw(Modes modes, int channels, Rng... streams) {
    int held = modes.axes().stream().mapToInt(Modes.Axis::positive).min().orElseThrow() - 1;
    if (held < maxMode) {
      throw new IllegalArgumentException(
          "modes up to %d are needed, the set holds %d".formatted(maxMode, held));
    }
    ModeArray states = new ModeArray(modes, streams.length * channels);
    for (int i = 0; i < streams.length * channels; i++) {
      drawOne(modes.dimension(), streams[i / channels], states, i);
    }
    return states.tensor(channels);
  }

  /**
   * The order of draws is part of the format: one uniform, then a normal pair for each mode within
   * the ball, the last axis slowest, of each pair k and -k that with the first non-zero component
   * positive, counted from the last axis.
   */
  private void drawOne(int dimension, Rng stream, ModeArray states, int index) {
    double rms = amplitude.applyAsDouble(stream.uniform());
    double power = 0;
    int side = 2 * maxMode + 1;
    int box = (int) Math.pow(side, dimension);
    for (int place = box / 2 + 1; place < box; place++) {
      int[] k = new int[dimension];
      int rest = place;
      double squares = 0;
      for (int axis = 0; axis < dimension; axis++) {
        k[axis] = rest % side - maxMode;
        rest /= side;
        squares += k[axis] * k[axis];
      }
      if (squares > maxMode * maxMode) {
        continue;
      }
      double s = shape.applyAsDouble(Math.sqrt(squares));
      double[] pair = stream.normalPair();
      power += 0.5 * s * s * (pair[0] * pair[0] + pair[1] * pair[1]);
      // a cos + b sin has the coefficient (a - i b)/2.
      states.addWave(index, s * pair[0] / 2, -s * pair[1] / 2, k);
    }
    states.scale(index, rms / Math.sqrt(power));
  }
}
