package io.tfsno.pde;

import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Modes;

/**
 * Coefficients of real fields under construction, one array of modes after another. Both signs of k
 * are filled, or the half that a half spectrum holds.
 */
public final class ModeArray {
  private final Modes modes;
  private final int fields;
  private final double[] re;
  private final double[] im;

  public ModeArray(Modes modes, int fields) {
    this.modes = modes;
    this.fields = fields;
    re = new double[fields * modes.count()];
    im = new double[fields * modes.count()];
  }

  /** Adds {@code 2 Re(c exp(i k.x))} for c = a + i b and the wave k. */
  public void addWave(int field, double a, double b, int... k) {
    add(field, a, b, k);
    int[] partner = k.clone();
    for (int axis = 0; axis < k.length; axis++) {
      partner[axis] = -k[axis];
    }
    add(field, a, -b, partner);
  }

  private void add(int field, double a, double b, int... k) {
    if (modes.last().negative() == 0 && k[k.length - 1] < 0) {
      return; // a half spectrum: the partner stands for it
    }
    int index = field * modes.count() + modes.arrayIndex(k);
    re[index] += a;
    im[index] += b;
  }

  /** Adds a constant to a field. */
  public void addMean(int field, double mean) {
    addWave(field, mean / 2, 0, new int[modes.dimension()]);
  }

  int dimension() {
    return modes.dimension();
  }

  public void scale(int field, double factor) {
    for (int i = field * modes.count(); i < (field + 1) * modes.count(); i++) {
      re[i] *= factor;
      im[i] *= factor;
    }
  }

  /** The arrays as {@code [trajectories, channels, modes...]}, complex128 on the CPU. */
  public Tensor tensor(int channels) {
    long[] inner = modes.arrayShape();
    long[] shape = new long[inner.length + 2];
    shape[0] = fields / channels;
    shape[1] = channels;
    System.arraycopy(inner, 0, shape, 2, inner.length);
    return Tensor.ofComplex(re, im, shape);
  }
}
