package io.tfsno.operator;

import io.tfsno.base.UserError;

/**
 * The fields an operator maps: {@code [sample, channel, x(, y)]} on a uniform periodic grid.
 *
 * @param dimension 1 or 2
 * @param points grid points per axis
 * @param channels number of field components
 * @param length box length per axis
 */
public record FieldShape(int dimension, int points, int channels, double length) {
  public FieldShape {
    if (dimension != 1 && dimension != 2) {
      throw new UserError("dimension 1 or 2", "" + dimension, "Other dimensions are not built.");
    }
    if (points < 2) {
      throw new UserError("at least 2 grid points per axis", "" + points, "Use a finer grid.");
    }
    int most = dimension == 1 ? 1 << 24 : 1 << 15;
    if (points > most) {
      throw new UserError(
          "at most %d grid points per axis in %dD".formatted(most, dimension),
          "" + points,
          "Use a coarser grid.");
    }
    if (channels < 1) {
      throw new UserError("at least 1 channel", "" + channels, "A field has components.");
    }
    if (!(length > 0) || Double.isInfinite(length)) {
      throw new UserError("a positive box length", "" + length, "Give the length of one period.");
    }
  }

  /** Grid points of one field. */
  public int cells() {
    return dimension == 1 ? points : points * points;
  }

  /** The shape of a tensor of so many states, {@code [sample, channel, x(, y)]}. */
  public long[] states(int samples) {
    return dimension == 1
        ? new long[] {samples, channels, points}
        : new long[] {samples, channels, points, points};
  }
}
