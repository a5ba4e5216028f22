package io.tfsno.operator;

import io.tfsno.base.UserError;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;

/** Checks that specs have in common. */
public final class Sizes {
  private Sizes() {}

  public static void requirePositive(String what, int value) {
    if (value < 1) {
      throw new UserError(what + " of at least 1", "" + value, "Choose a positive number.");
    }
  }

  /** Every level but the last halves the grid, along every axis. */
  public static void requireHalvings(Points points, int levels) {
    int divisor = 1 << (levels - 1);
    for (int n : points.perAxis()) {
      if (n % divisor != 0) {
        throw new UserError(
            "grid points divisible by %d for %d levels".formatted(divisor, levels),
            n + " points",
            "Use fewer levels or another grid.");
      }
    }
  }

  /** Refuses walls for a model whose layers wrap around. */
  public static void requirePeriodic(String what, Grid grid, String nextStep) {
    if (!grid.periodic()) {
      throw new UserError("a periodic grid for " + what, grid.text(), nextStep);
    }
  }

  public static <T> T requirePresent(String what, T value) {
    if (value == null) {
      throw new UserError("a value for '" + what + "'", "none", "Add it, or start from defaults.");
    }
    return value;
  }
}
