package io.tfsno.train;

import io.tfsno.base.UserError;
import io.tfsno.data.feed.StateSource;
import io.tfsno.data.feed.Window;
import io.tfsno.engine.Rng;

/**
 * Where the samples of an epoch start.
 *
 * @param kind what an epoch goes through
 * @param first the earliest state that a sample may start from
 * @param history states that a model sees at once
 */
record Starts(EpochOf kind, StateSource data, int first, int history) {
  Starts {
    long all = (long) data.trajectories() * (data.steps() - first - history);
    if (kind == EpochOf.PAIRS && all > Integer.MAX_VALUE) {
      throw new UserError(
          "at most %d pairs of states in an epoch".formatted(Integer.MAX_VALUE),
          Long.toString(all),
          "Use training.epoch: trajectories, and more epochs.");
    }
  }

  /** Samples of an epoch. */
  int samples() {
    return kind == EpochOf.PAIRS ? data.trajectories() * pairs() : data.trajectories();
  }

  /** Steps of a trajectory that can be learnt from. */
  private int pairs() {
    return data.steps() - first - history;
  }

  /**
   * The states that a batch needs.
   *
   * @param samples numbers from 0 on: trajectories, or pairs of the first trajectory, of the second
   *     and so on
   * @param steps that follow the first state of each
   */
  Window window(int[] samples, int steps, Rng rng) {
    if (kind == EpochOf.TRAJECTORIES) {
      int[] start = Batches.starts(samples.length, first, data.steps(), steps, rng);
      return new Window(data.rows(samples, start), steps);
    }
    int[] trajectory = new int[samples.length];
    int[] start = new int[samples.length];
    for (int i = 0; i < samples.length; i++) {
      trajectory[i] = samples[i] / pairs();
      start[i] = startFor(samples[i] % pairs(), steps);
    }
    return new Window(data.rows(trajectory, start), steps);
  }

  /** The pair comes last, after the steps that lead to it, of which the first pairs have fewer. */
  private int startFor(int pair, int steps) {
    return first + Math.max(0, pair + history - steps);
  }
}
