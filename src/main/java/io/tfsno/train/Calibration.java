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

  /** All ranks get the constants of the one that leads. */
  void apply(Operator operator, int epoch) {
    try (Scope scope = new Scope()) {
      int history = operator.shape().inputs().history();
      int first = operator.shape().inputs().observed() - history;
      Course course = new Course(states(first, history), history);
      operator.calibrate(course.truth(0), course.conditions(0), epoch);
      operator.parameters().flatGradient().zeroInPlace();
      if (!operator.parameters().stateEntries().isEmpty()) {
        team.follow(operator.parameters().flatState());
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
