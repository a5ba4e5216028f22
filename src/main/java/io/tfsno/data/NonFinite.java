package io.tfsno.data;

import io.tfsno.base.UserError;

/** Refuses data that are not finite numbers: no model can learn from them or be judged by them. */
public final class NonFinite {
  private NonFinite() {}

  /**
   * @param values {@code [b, t, c, x(, y, z)]} as the set gave them
   * @param firstTrajectory the first of them
   * @param firstStep the first of each trajectory
   * @param steps of each trajectory
   */
  public static float[] refuse(
      TrajectorySet set, float[] values, long firstTrajectory, int firstStep, int steps) {
    for (int i = 0; i < values.length; i++) {
      if (!Float.isFinite(values[i])) {
        int state = i / set.grid().cells() / set.channels();
        int step = firstStep + state % steps;
        throw new UserError(
            "finite numbers in the data",
            "%s in trajectory %d at time %.6g (snapshot %d), channel '%s'"
                .formatted(
                    values[i],
                    set.number(firstTrajectory + state / steps),
                    set.times()[step],
                    step,
                    set.channelNames().get(i / set.grid().cells() % set.channels())),
            "Leave the trajectory out, or generate it again.");
      }
    }
    return values;
  }

  /**
   * Reads the first {@code count} trajectories, or some of very many, and refuses what is not
   * finite.
   */
  public static void refuse(TrajectorySet set, long count) {
    for (long i : Normaliser.lookedAt(count)) {
      refuse(set, set.read(i, 1, 0, set.steps()), i, 0, set.steps());
    }
  }
}
