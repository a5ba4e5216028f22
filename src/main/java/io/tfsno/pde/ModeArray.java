package io.tfsno.pde;

import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Modes;

/** Coefficients of real fields under construction, one array of modes after another. */
final class ModeArray {
  private final Modes modes;
  private final int fields;
  private final double[] re;
  private final double[] im;

  ModeArray(Modes modes, int fields) {
    this.modes = modes;
    this.fields = fields;
    re = new double[fields * modes.count()];
    im = new double[fields * modes.count()];
  }

  /** Adds {@code 2 Re(c exp(i k.x))} for c = a + i b; in 1D mx is 0 and my the wave number. */
  void addWave(int field, int mx, int my, double a, double b) {
    add(field, mx, my, a, b);
    add(field, -mx, -my, a, -b);
  }

  private void add(int field, int mx, int my, double a, double b) {
    int row = modes.rows().index(mx);
    int index = field * modes.count() + row * modes.columns().count() + modes.columns().index(my);
    re[index] += a;
    im[index] += b;
  }

  void scale(int field, double factor) {
    for (int i = field * modes.count(); i < (field + 1) * modes.count(); i++) {
      re[i] *= factor;
      im[i] *= factor;
    }
  }

  /** The arrays as {@code [trajectories, channels, modes...]}, complex128 on the CPU. */
  Tensor tensor(int channels) {
    long[] inner = modes.shape();
    long[] shape = new long[inner.length + 2];
    shape[0] = fields / channels;
    shape[1] = channels;
    System.arraycopy(inner, 0, shape, 2, inner.length);
    return Tensor.ofComplex(re, im, shape);
  }
}
