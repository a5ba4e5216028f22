package io.tfsno.train;

import io.tfsno.data.feed.BatchStates;
import io.tfsno.data.feed.StateSource;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Scope;
import io.tfsno.operator.Operator;

/**
 * Takes the constants of a network, such as the scale of its statistics, from training states: for
 * one seed always the same states, because constants should follow the network, not the draw.
 */
record Calibration(StateSource data, long seed, Team team) {
  private static final int MOST = 256;

  /** Of a survey: more would read a large set from its file for minutes. */
  private static final int MOST_SURVEYED = 1 << 15;

  /** All ranks get the constants of the one that leads. */
  void apply(Operator operator, int epoch) {
    if (epoch == 0 && operator.surveys()) {
      survey(operator);
    }
    try (Scope scope = new Scope()) {
      int history = operator.shape().inputs().history();
      int first = operator.shape().inputs().observed() - history;
      UnrolledBatch course = new UnrolledBatch(states(first, history), history);
      operator.calibrate(course.truth(0), course.conditions(0), epoch);
      operator.parameters().flatGradient().zeroInPlace();
      if (!operator.parameters().stateEntries().isEmpty()) {
        team.follow(operator.parameters().flatState());
      }
    }
  }

  /**
   * Shows the operator states spread evenly over the whole set: all of them, where they are few.
   */
  private void survey(Operator operator) {
    long all = (long) data.trajectories() * data.steps();
    int count = (int) Math.min(all, MOST_SURVEYED);
    for (int from = 0; from < count; from += MOST) {
      int states = Math.min(MOST, count - from);
      int[] trajectory = new int[states];
      int[] step = new int[states];
      for (int i = 0; i < states; i++) {
        long row = (from + i) * all / count;
        trajectory[i] = (int) (row / data.steps());
        step[i] = (int) (row % data.steps());
      }
      try (Scope scope = new Scope()) {
        operator.survey(data.gather(trajectory, step, 0));
      }
    }
  }

  /** Of trajectories spread over the whole set, each at a random step. */
  private BatchStates states(int first, int history) {
    int states = Math.min(MOST, data.trajectories());
    int[] trajectory = new int[states];
    for (int i = 0; i < states; i++) {
      trajectory[i] = (int) ((long) i * data.trajectories() / states);
    }
    int[] step = Batches.starts(states, first, data.steps(), history, Rng.stream(seed, MOST));
    return data.from(trajectory, step);
  }
}
