package io.tfsno.pde.solver;

/** Takes the states of a solver from one snapshot to the next, in the memory where they lie. */
interface Interval {
  /** What has to be done once before the first interval. */
  default void begin() {}

  /**
   * @param time of the states, for laws that change with it
   */
  void advance(double time);
}
