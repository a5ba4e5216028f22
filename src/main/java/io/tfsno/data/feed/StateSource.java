package io.tfsno.data.feed;

import io.tfsno.engine.Device;
import io.tfsno.engine.Tensor;

/**
 * Normalised trajectories to learn from, held on a device or read from their file as they are
 * needed. Several trainings may use it at once, each through a feed of its own.
 */
public interface StateSource extends AutoCloseable {
  int trajectories();

  /** Snapshots per trajectory. */
  int steps();

  Device device();

  /** States of the given trajectories, each at its own step plus {@code offset}. */
  Tensor gather(int[] trajectory, int[] step, int offset);

  /** What the same states depend on in addition. */
  BatchConditions conditions(int[] trajectory, int[] step, int offset);

  /** The states of the given trajectories from the given steps on. */
  default BatchStates from(int[] trajectory, int[] step) {
    return new ChosenStates(this, trajectory, step);
  }

  BatchFeed feed();

  /** Where the states of the given trajectories at the given steps stand. */
  default long[] rows(int[] trajectory, int[] step) {
    long[] rows = new long[trajectory.length];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = (long) trajectory[i] * steps() + step[i];
    }
    return rows;
  }

  @Override
  void close();
}
