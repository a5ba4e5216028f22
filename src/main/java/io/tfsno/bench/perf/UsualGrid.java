package io.tfsno.bench.perf;

import io.tfsno.base.UserError;
import io.tfsno.operator.FieldShape;
import java.util.List;

/**
 * What a dimension is measured and counted on when nothing else is said.
 *
 * @param points per axis
 * @param batch samples of a training step
 */
public record UsualGrid(int dimension, int points, int batch) {
  private static final List<UsualGrid> ALL =
      List.of(new UsualGrid(1, 256, 32), new UsualGrid(2, 64, 16), new UsualGrid(3, 32, 4));

  public static List<UsualGrid> all() {
    return ALL;
  }

  public static UsualGrid of(int dimension) {
    return ALL.stream()
        .filter(grid -> grid.dimension == dimension)
        .findFirst()
        .orElseThrow(
            () -> new UserError("a dimension from 1 to 3", "" + dimension, "Choose one of these."));
  }

  /** One field on a periodic box of length 1. */
  public FieldShape shape() {
    return new FieldShape(dimension, points, 1, 1);
  }
}
