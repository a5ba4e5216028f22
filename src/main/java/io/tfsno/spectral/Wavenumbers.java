package io.tfsno.spectral;

import java.util.function.ToDoubleFunction;

/**
 * Physical wave numbers {@code k = 2 pi m / L} of the modes of a grid, in the order of an FFT's
 * array.
 */
public record Wavenumbers(Modes modes, Grid grid) {
  /** A value for each mode, computed from its wave numbers. */
  public double[] map(ToDoubleFunction<Wave> ofWave) {
    double[] values = new double[modes.count()];
    for (int i = 0; i < values.length; i++) {
      int[] m = modes.arrayWaves(i);
      double[] k = new double[m.length];
      for (int a = 0; a < k.length; a++) {
        k[a] = grid.axis(a).wave(m[a]);
      }
      values[i] = ofWave.applyAsDouble(new Wave(k));
    }
    return values;
  }

  /** 1 for the modes with {@code |m| <= largest} along every axis, 0 for the others. */
  public double[] upTo(int... largest) {
    double[] mask = new double[modes.count()];
    for (int i = 0; i < mask.length; i++) {
      int[] m = modes.arrayWaves(i);
      mask[i] = 1;
      for (int a = 0; a < m.length; a++) {
        mask[i] = Math.abs(m[a]) <= largest[a] ? mask[i] : 0;
      }
    }
    return mask;
  }
}
