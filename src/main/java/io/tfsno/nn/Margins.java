package io.tfsno.nn;

import io.tfsno.engine.DType;
import io.tfsno.engine.Tensor;

/** Points added to fields before the first and after the last point of an axis. */
public final class Margins {
  /** Where the values of the added points come from. */
  public enum Rule {
    /** From the other end: the field begins again. */
    WRAP,
    /** From the field mirrored half a cell beyond its last point, where a wall stands. */
    MIRROR,
    ZERO
  }

  private final Constants constants;

  private record Key(int points, int width, Rule rule) {}

  public Margins(Constants constants) {
    this.constants = constants;
  }

  /**
   * The field with {@code width} more points at both ends of an axis, at most as many as it has.
   * Differentiable.
   *
   * @param axis counted from the last one if negative
   */
  public Tensor add(Tensor field, int axis, int width, Rule rule) {
    int points = Math.toIntExact(field.size(axis));
    if (width > points) {
      throw new IllegalArgumentException(
          "a margin of at most %d points, not %d".formatted(points, width));
    }
    if (rule == Rule.ZERO) {
      long[] shape = field.shape();
      shape[axis < 0 ? shape.length + axis : axis] = width;
      Tensor zeros = Tensor.zeros(field.type(), field.device(), shape);
      return Tensor.cat(axis, zeros, field, zeros);
    }
    Tensor sources =
        constants.tensor(
            new Key(points, width, rule),
            DType.INT64,
            field.device(),
            () -> sources(points, width, rule));
    return field.gather(axis, sources);
  }

  /** From which point each point of the longer axis takes its value. */
  private static Tensor sources(int points, int width, Rule rule) {
    long[] from = new long[points + 2 * width];
    for (int i = 0; i < from.length; i++) {
      int j = i - width;
      from[i] = rule == Rule.WRAP ? Math.floorMod(j, points) : mirrored(j, points);
    }
    return Tensor.of(from, from.length);
  }

  private static int mirrored(int j, int points) {
    return j < 0 ? -1 - j : j < points ? j : 2 * points - 1 - j;
  }
}
