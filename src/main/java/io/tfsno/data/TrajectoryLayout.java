package io.tfsno.data;

/** How a file arranges its trajectories. */
public enum TrajectoryLayout {
  /** {@code tensor} [b, t, x(, y, z)(, channel)] next to its coordinates: ours and PDEBench's. */
  FLAT,
  /** One data set per channel: {@code density}, {@code pressure}, {@code Vx}, ... */
  COMPRESSIBLE_FLOW,
  /** {@code velocity} and {@code particles} [b, t, x, y, channel]. */
  INCOMPRESSIBLE_FLOW,
  /**
   * A group of digits per trajectory, with {@code data} [t, x(, y, z), channel] and {@code grid}.
   */
  GROUPED
}
