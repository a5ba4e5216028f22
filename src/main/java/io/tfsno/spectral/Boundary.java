package io.tfsno.spectral;

/** How a field goes on at the ends of an axis. */
public enum Boundary {
  /** The field begins again. */
  PERIODIC,
  /** Anything else: a wall, an inflow, an open end. Nothing is known beyond it. */
  WALL
}
