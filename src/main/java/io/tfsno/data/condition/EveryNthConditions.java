package io.tfsno.data.condition;

/** The conditions of every n-th snapshot, from the first on. */
record EveryNthConditions(TrajectoryConditions all, int n) implements TrajectoryConditions {
  @Override
  public SetConditions declared() {
    return all.declared();
  }

  @Override
  public double[] parameters(long first, int count) {
    return all.parameters(first, count);
  }

  @Override
  public double[] phases(long first, int count) {
    return all.phases(first, count);
  }

  @Override
  public float[] statics(long first, int count) {
    return all.statics(first, count);
  }

  @Override
  public float[] forcings(long first, int count, int firstStep, int steps) {
    float[][] parts = new float[count * steps][];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = all.forcings(first + i / steps, 1, (firstStep + i % steps) * n, 1);
    }
    int size = parts.length == 0 ? 0 : parts[0].length;
    float[] out = new float[parts.length * size];
    for (int i = 0; i < parts.length; i++) {
      System.arraycopy(parts[i], 0, out, i * size, size);
    }
    return out;
  }
}
