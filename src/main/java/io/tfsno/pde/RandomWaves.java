package io.tfsno.pde;

import io.tfsno.engine.Rng;
import io.tfsno.spectral.Grid;
import java.util.function.DoubleUnaryOperator;

/**
 * A truncated Fourier series: a few waves {@code A cos(2 pi k.x / L + phi)} with wave numbers,
 * amplitudes and phases of chance, as PDEBench's initial states are.
 *
 * @param count number of waves; the same may be drawn twice, and they add up then
 * @param maxMode largest wave number along an axis
 * @param amplitude of a wave, from one uniform number
 */
public record RandomWaves(int count, int maxMode, DoubleUnaryOperator amplitude)
    implements StateSampler {

  /** For each wave in turn: its place in the box, its amplitude, its phase. */
  @Override
  public void draw(Rng stream, Grid box, ModeArray states, int field) {
    int dimension = states.dimension();
    for (int i = 0; i < count; i++) {
      int[] k =
          WaveBall.ofBox(dimension, maxMode, stream.below(WaveBall.pairs(dimension, maxMode)));
      double a = amplitude.applyAsDouble(stream.uniform());
      double phase = 2 * Math.PI * stream.uniform();
      states.addWave(field, a / 2 * Math.cos(phase), a / 2 * Math.sin(phase), k);
    }
  }

  @Override
  public int largestWave() {
    return maxMode;
  }
}
