package io.tfsno.pde;

import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Grid;
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
public record Sampler(DoubleUnaryOperator amplitude, int maxMode, DoubleUnaryOperator shape)
    implements StateSampler {

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
      drawOne(streams[i / channels], states, i);
    }
    return states.tensor(channels);
  }

  @Override
  public void draw(Rng stream, Grid box, ModeArray states, int field) {
    drawOne(stream, states, field);
  }

  @Override
  public int largestWave() {
    return maxMode;
  }

  /**
   * The order of draws is part of the format: one uniform, then a normal pair for each mode within
   * the {@link WaveBall}.
   */
  private void drawOne(Rng stream, ModeArray states, int index) {
    double rms = amplitude.applyAsDouble(stream.uniform());
    double[] power = new double[1];
    WaveBall.forEach(
        states.dimension(),
        maxMode,
        k -> {
          double s = shape.applyAsDouble(Math.sqrt(WaveBall.squared(k)));
          double[] pair = stream.normalPair();
          power[0] += 0.5 * s * s * (pair[0] * pair[0] + pair[1] * pair[1]);
          // a cos + b sin has the coefficient (a - i b)/2.
          states.addWave(index, s * pair[0] / 2, -s * pair[1] / 2, k);
        });
    states.scale(index, rms / Math.sqrt(power[0]));
  }
}
