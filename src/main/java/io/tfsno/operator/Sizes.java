package io.tfsno.operator;

import io.tfsno.base.UserError;

/** Checks that specs have in common. */
public final class Sizes {
  private Sizes() {}

  public static void requirePositive(String what, int value) {
    if (value < 1) {
      throw new UserError(what + " of at least 1", "" + value, "Choose a positive number.");
    }
  }

  /** Every level but the last halves the grid. */
  public static void requireHalvings(int points, int levels) {
    int divisor = 1 << (levels - 1);
    if (points % divisor != 0) {
      throw new UserError(
          "grid points divisible by %d for %d levels".formatted(divisor, levels),
          points + " points",
          "Use fewer levels or another grid.");
    }
  }

  /** The Nyquist wave is never kept, so a grid holds half as many modes as points. */
  public static void requireModes(int modes, int points) {
    requireModes(modes, points, 1);
  }

  /** The same on a level that has so many times fewer points than the finest one. */
  public static void requireModes(int modes, int finest, int coarser) {
    int points = finest / coarser;
    if (modes > points / 2) {
      throw new UserError(
          "at most %d modes per axis on %d points".formatted(points / 2, points),
          modes + " modes",
          "Lower modes to %d or use a grid of at least %d points."
              .formatted(points / 2, 2 * modes * coarser));
    }
  }

  public static <T> T requirePresent(String what, T value) {
    if (value == null) {
      throw new UserError("a value for '" + what + "'", "none", "Add it, or start from defaults.");
    }
    return value;
  }
}
