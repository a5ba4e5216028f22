package io.tfsno.pde;

import io.tfsno.engine.Rng;
import io.tfsno.spectral.Grid;

/**
 * Where initial states come from. They are drawn in Fourier space, so that a state is the same on
 * every grid; what is drawn, and in which order, is part of a data set's definition.
 */
public interface StateSampler {
  /**
   * Adds one field to an array that is zero there.
   *
   * @param field its number in the array
   */
  void draw(Rng stream, Grid box, ModeArray states, int field);

  /** The largest wave number along an axis that may occur. */
  int largestWave();
}
