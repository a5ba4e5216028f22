package io.tfsno.train;

/** What an epoch goes through once, in random order. */
public enum EpochOf {
  /** Every trajectory, each from a random start. */
  TRAJECTORIES,
  /** Every pair of neighbouring states. */
  PAIRS
}
