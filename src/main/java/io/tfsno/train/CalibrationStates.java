package io.tfsno.train;

import io.tfsno.data.feed.StateSource;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;

/**
 * The states that the constants of a network are taken from: for one seed always the same, because
 * constants should follow the network, not the draw.
 */
final class CalibrationStates {
  private static final int MOST = 256;

  private CalibrationStates() {}

  /** From trajectories spread over the whole set, each at a random step. */
  static Tensor of(StateSource data, long seed) {
    int states = Math.min(MOST, data.trajectories());
    int[] trajectory = new int[states];
    for (int i = 0; i < states; i++) {
      trajectory[i] = (int) ((long) i * data.trajectories() / states);
    }
    int[] step = Batches.starts(states, data.steps(), 1, Rng.stream(seed, MOST));
    return data.gather(trajectory, step, 0);
  }
}
