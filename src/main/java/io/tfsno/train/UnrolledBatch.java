package io.tfsno.train;

import io.tfsno.data.feed.BatchConditions;
import io.tfsno.data.feed.BatchStates;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.Conditions;

/**
 * A batch on its way through an unrolling: the true states and conditions of each step, and the
 * earlier states that the model has seen, true ones first and then those of its own making.
 */
final class UnrolledBatch {
  private final BatchStates states;
  private final Tensor start;
  private Tensor history;

  /**
   * @param states from the oldest that the model sees on
   * @param history number of states that the model sees at once
   */
  UnrolledBatch(BatchStates states, int history) {
    this.states = states.later(history - 1);
    Tensor seen = states.first(history); // in one piece: kernels need not join it
    long channels = seen.size(1) / history;
    start = history == 1 ? seen : seen.narrow(1, 0, channels);
    this.history = history == 1 ? null : seen.narrow(1, channels, seen.size(1) - channels);
  }

  /** What the model is given first: the true states, or with noise. */
  Tensor start() {
    return states.start(history == null ? start : states.at(0));
  }

  /** The true states {@code step} steps after the first present ones. */
  Tensor truth(int step) {
    return step == 0 ? start : states.at(step);
  }

  /** What the step from there depends on in addition to the state. */
  Conditions conditions(int step) {
    return conditions(states.conditions(step), history);
  }

  static Conditions conditions(BatchConditions of, Tensor history) {
    return of.equals(BatchConditions.NONE) && history == null
        ? Conditions.NONE
        : new Conditions(history, of.fields(), of.parameters(), of.time(), of.context());
  }

  /** Notes that the model has made a step from a state. */
  void leave(Tensor state) {
    if (history != null) {
      history = Conditions.ofHistory(history).historyAfter(state);
    }
  }
}
