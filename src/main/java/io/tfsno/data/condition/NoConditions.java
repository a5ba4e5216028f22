package io.tfsno.data.condition;

/** Of a set that holds states alone. */
public enum NoConditions implements TrajectoryConditions {
  INSTANCE;

  @Override
  public SetConditions declared() {
    return SetConditions.NONE;
  }

  @Override
  public double[] parameters(long first, int count) {
    return new double[0];
  }

  @Override
  public double[] phases(long first, int count) {
    return new double[count];
  }

  @Override
  public float[] statics(long first, int count) {
    return new float[0];
  }

  @Override
  public float[] forcings(long first, int count, int firstStep, int steps) {
    return new float[0];
  }
}
