package io.tfsno.operator;

import io.tfsno.base.UserError;
import io.tfsno.spectral.Grid;

/**
 * How fields are continued past the walls of their box before a network that treats them as
 * periodic, and cut back after it. Periodic axes are never continued.
 *
 * <p>Half of the points are added past each wall. Beyond the last of them the network wraps around
 * to the other wall, so the jump between both ends is kept out of the box.
 *
 * <p>Where a grid has walls and nothing is said, fields are mirrored by an eighth: zeros would put
 * a jump at the wall itself, whose ringing reaches into the box, while a mirrored field is
 * continuous there, and smooth where it has no slope. An eighth is what published Fourier operators
 * add.
 *
 * @param fraction of the points along an axis that are added in all, rounded to an even number: a
 *     fraction means the same on every resolution
 */
public record PaddingSpec(Kind kind, double fraction) {
  /** What stands past a wall. */
  public enum Kind {
    /** Nothing of the field: zeros, the mean of a normalised field. */
    ZERO,
    /** The field mirrored at the wall, half a cell beyond the last point. */
    MIRROR,
    /** The other wall: the field is treated as periodic although it is not. */
    NONE
  }

  public static final PaddingSpec NONE = new PaddingSpec(Kind.NONE, 0);

  public PaddingSpec {
    Sizes.requirePresent("padding.kind", kind);
    if (!(fraction >= 0 && fraction < 1)) {
      throw new UserError(
          "a padding of 0 % to less than 100 % of an axis",
          "%.6g %%".formatted(100 * fraction), "Try fraction: 0.125.");
    }
    fraction = kind == Kind.NONE ? 0 : fraction;
  }

  /** That of grids with walls where a spec says nothing. */
  public static PaddingSpec defaults() {
    return new PaddingSpec(Kind.MIRROR, 0.125);
  }

  /** What is given, or the default spelt out where a grid has walls and nothing is. */
  public static PaddingSpec on(Grid grid, PaddingSpec given) {
    return given == null && !grid.periodic() ? defaults() : given;
  }

  /** Points past each of the two walls; at least one, so that no grid is silently periodic. */
  int past(int points) {
    return fraction == 0 ? 0 : Math.max(1, Math.toIntExact(Math.round(fraction * points / 2)));
  }
}
