package io.tfsno.data.condition;

import java.util.Arrays;

/** Conditions in memory, for when their file is closed. */
final class HeldConditions implements TrajectoryConditions {
  private final SetConditions declared;
  private final int trajectories;
  private final int steps;
  private final double[] parameters;
  private final double[] phases;
  private final float[] statics;
  private final float[] forcings;

  HeldConditions(TrajectoryConditions source, int trajectories, int steps) {
    declared = source.declared();
    this.trajectories = trajectories;
    this.steps = steps;
    parameters = source.parameters(0, trajectories);
    phases = source.phases(0, trajectories);
    statics = source.statics(0, own(declared.statics()));
    forcings = source.forcings(0, own(declared.forcings()), 0, steps);
  }

  private int own(ConditionFields fields) {
    return fields.shared() ? Math.min(1, trajectories) : trajectories;
  }

  @Override
  public SetConditions declared() {
    return declared;
  }

  @Override
  public double[] parameters(long first, int count) {
    int size = declared.parameters().size();
    int from = Math.toIntExact(first * size);
    return Arrays.copyOfRange(parameters, from, from + count * size);
  }

  @Override
  public double[] phases(long first, int count) {
    return Arrays.copyOfRange(phases, Math.toIntExact(first), Math.toIntExact(first + count));
  }

  @Override
  public float[] statics(long first, int count) {
    int size = declared.statics().isEmpty() ? 0 : statics.length / own(declared.statics());
    float[] out = new float[count * size];
    for (int i = 0; i < count; i++) {
      int from = declared.statics().shared() ? 0 : Math.toIntExact((first + i) * size);
      System.arraycopy(statics, from, out, i * size, size);
    }
    return out;
  }

  @Override
  public float[] forcings(long first, int count, int firstStep, int wanted) {
    int each =
        declared.forcings().isEmpty() ? 0 : forcings.length / own(declared.forcings()) / steps;
    float[] out = new float[count * wanted * each];
    for (int i = 0; i < count; i++) {
      long trajectory = declared.forcings().shared() ? 0 : first + i;
      int from = Math.toIntExact((trajectory * steps + firstStep) * each);
      System.arraycopy(forcings, from, out, i * wanted * each, wanted * each);
    }
    return out;
  }
}
