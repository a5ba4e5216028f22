package io.tfsno.train;

import io.tfsno.data.feed.BatchStates;
import io.tfsno.engine.Tensor;

/** What a model's answer is judged by in training. */
interface StepLoss {
  /**
   * One step of a model, in normalised fields {@code [sample, channel, x(, y)]}.
   *
   * @param state what the model was given: data, or a state of its own making
   * @param answer what it made of it, with gradients
   * @param before the data at the time of {@code state}
   * @param after the data one step later
   * @param number of this step in its unrolling, from 1
   * @param parameters of the samples as the model is given them, {@code [sample, parameter]}; null
   *     where it is given none
   */
  record Step(
      Tensor state, Tensor answer, Tensor before, Tensor after, int number, Tensor parameters) {
    /** The first step of an unrolling. */
    Step(Tensor state, Tensor answer, Tensor before, Tensor after) {
      this(state, answer, before, after, 1, null);
    }
  }

  /** Sets what changes from epoch to epoch. */
  default void enter(int epoch) {}

  /**
   * Lets ranks agree on what depends on all samples of a batch, before each computes the loss of
   * its own. Called by all ranks of a team together, and only where there is one.
   *
   * @param states of this rank's samples
   * @param share of these samples in the batch
   */
  default void agree(BatchStates states, int steps, double share, Team team) {}

  /** The loss of a batch, one element. Differentiable in the answer. */
  Tensor loss(Step step);

  /** Accumulates the gradient of a multiple of the loss, and gives that multiple, detached. */
  default Tensor backward(Step step, double factor) {
    Tensor loss = loss(step);
    Tensor scaled = factor == 1 ? loss : loss.mul(factor);
    scaled.backward();
    return scaled.detach();
  }
}
