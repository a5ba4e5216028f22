package io.tfsno.train;

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
   */
  record Step(Tensor state, Tensor answer, Tensor before, Tensor after) {}

  /** The weight of the physics in an epoch, for {@link #loss}. */
  default double physicsWeight(int epoch) {
    return 0;
  }

  /** The loss of a batch, one element. Differentiable in the answer. */
  Tensor loss(Step step, double physicsWeight);
}
