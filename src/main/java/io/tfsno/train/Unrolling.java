package io.tfsno.train;

/** How a model is unrolled in training. */
public enum Unrolling {
  /**
   * n steps without gradient, n drawn per batch, then one supervised step: the pushforward trick.
   */
  PF_RANDOM,
  /** A supervised step from every state of an unrolling, states detached in between. */
  PF_ALL,
  /** Gradients through all steps of the unrolling. */
  BPTT
}
