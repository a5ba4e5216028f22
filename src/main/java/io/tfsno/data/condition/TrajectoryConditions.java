package io.tfsno.data.condition;

import java.util.List;

/** The conditions of trajectories, read on demand. Several threads may read at once. */
public interface TrajectoryConditions {
  /** What there is. */
  SetConditions declared();

  /** The parameters of consecutive trajectories, {@code [trajectory, parameter]}. */
  double[] parameters(long first, int count);

  /** The phases of consecutive trajectories; 0 for each where the set has none. */
  double[] phases(long first, int count);

  /** The static fields of consecutive trajectories, {@code [trajectory, channel, x(, y, z)]}. */
  float[] statics(long first, int count);

  /** The forcing of consecutive trajectories, {@code [trajectory, time, channel, x(, y, z)]}. */
  float[] forcings(long first, int count, int firstStep, int steps);

  /** Those of these names; a {@link io.tfsno.base.UserError} suggests the nearest one. */
  default TrajectoryConditions choose(List<String> names) {
    return new ChosenConditions(this, names);
  }

  /** The same in memory, for when the file is closed. */
  default TrajectoryConditions held(int trajectories, int steps) {
    return declared().isEmpty() ? this : new HeldConditions(this, trajectories, steps);
  }

  /** Those of some of the trajectories, in the order given. */
  default TrajectoryConditions subset(long[] chosen) {
    return declared().isEmpty() ? this : new SomeConditions(this, chosen);
  }

  /** Those of every n-th snapshot, from the first on. */
  default TrajectoryConditions every(int n) {
    return declared().isEmpty() || n == 1 ? this : new EveryNthConditions(this, n);
  }
}
