package io.tfsno.data.npy;

/** The contents of a .npy file: a shape and the numbers in C order (last index fastest). */
public final class NpyArray {
  private final int[] shape;
  private final float[] floats;
  private final double[] doubles;

  NpyArray(int[] shape, float[] floats) {
    this.shape = shape.clone();
    this.floats = floats;
    this.doubles = null;
  }

  NpyArray(int[] shape, double[] doubles) {
    this.shape = shape.clone();
    this.floats = null;
    this.doubles = doubles;
  }

  public int[] shape() {
    return shape.clone();
  }

  /** How many numbers there are. */
  public int size() {
    return floats == null ? doubles.length : floats.length;
  }

  /** True if the file held float32; doubles and integers are kept as doubles. */
  public boolean isFloat32() {
    return floats != null;
  }

  /** The numbers as floats: the array itself, not a copy, if {@link #isFloat32}. */
  public float[] floats() {
    if (floats != null) {
      return floats;
    }
    float[] narrowed = new float[doubles.length];
    for (int i = 0; i < narrowed.length; i++) {
      narrowed[i] = (float) doubles[i];
    }
    return narrowed;
  }

  /** The numbers as doubles: the array itself, not a copy, unless {@link #isFloat32}. */
  public double[] doubles() {
    if (doubles != null) {
      return doubles;
    }
    double[] widened = new double[floats.length];
    for (int i = 0; i < widened.length; i++) {
      widened[i] = floats[i];
    }
    return widened;
  }
}
