package io.tfsno.data.condition;

import java.util.function.LongFunction;

/** The conditions of chosen trajectories, in the order given. */
record SomeConditions(TrajectoryConditions all, long[] chosen) implements TrajectoryConditions {
  @Override
  public SetConditions declared() {
    return all.declared();
  }

  @Override
  public double[] parameters(long first, int count) {
    return numbers(first, count, i -> all.parameters(i, 1));
  }

  @Override
  public double[] phases(long first, int count) {
    return numbers(first, count, i -> all.phases(i, 1));
  }

  @Override
  public float[] statics(long first, int count) {
    return fields(first, count, i -> all.statics(i, 1));
  }

  @Override
  public float[] forcings(long first, int count, int firstStep, int steps) {
    return fields(first, count, i -> all.forcings(i, 1, firstStep, steps));
  }

  private double[] numbers(long first, int count, LongFunction<double[]> of) {
    double[][] parts = new double[count][];
    for (int i = 0; i < count; i++) {
      parts[i] = of.apply(chosen[Math.toIntExact(first + i)]);
    }
    int size = count == 0 ? 0 : parts[0].length;
    double[] out = new double[count * size];
    for (int i = 0; i < count; i++) {
      System.arraycopy(parts[i], 0, out, i * size, size);
    }
    return out;
  }

  private float[] fields(long first, int count, LongFunction<float[]> of) {
    float[][] parts = new float[count][];
    for (int i = 0; i < count; i++) {
      parts[i] = of.apply(chosen[Math.toIntExact(first + i)]);
    }
    int size = count == 0 ? 0 : parts[0].length;
    float[] out = new float[count * size];
    for (int i = 0; i < count; i++) {
      System.arraycopy(parts[i], 0, out, i * size, size);
    }
    return out;
  }
}
