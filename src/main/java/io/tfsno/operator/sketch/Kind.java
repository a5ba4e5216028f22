package io.tfsno.operator.sketch;

/** What a box stands for. */
public enum Kind {
  /** A field that comes in or goes out. */
  FIELD,
  /** A map over channels, the same at every point, or an activation. */
  MAP,
  /** What works on modes. */
  SPECTRAL,
  /** What the state decides: statistics, and the gains made of them. */
  GATE,
  /** What works at each point with what is there and next to it. */
  LOCAL,
  /** What is known of a trajectory in addition to its state. */
  GIVEN,
  /** A sum or a product of what arrives. */
  JUNCTION,
  /** A word on an arrow. */
  NOTE
}
