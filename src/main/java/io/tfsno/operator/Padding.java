package io.tfsno.operator;

import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.nn.Margins;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;

/** Continues fields {@code [..., x(, y, z)]} past the walls of a box, and cuts them back. */
final class Padding {
  private final PaddingSpec spec;
  private final Grid grid;
  private final Margins margins;

  /**
   * @param spec null for the default
   */
  Padding(PaddingSpec spec, Grid grid, Constants constants) {
    this.spec = spec == null ? PaddingSpec.defaults() : spec;
    this.grid = grid;
    margins = new Margins(constants);
  }

  /** The field on a longer box; itself where the grid is periodic. */
  Tensor extend(Tensor field) {
    Points points = Points.of(field, grid.dimension());
    Tensor longer = field;
    for (int a = 0; a < grid.dimension(); a++) {
      int past = past(a, points);
      if (past > 0) {
        longer = margins.add(longer, a - grid.dimension(), past, rule());
      }
    }
    return longer;
  }

  /** The points of a field on these after it was extended. */
  Points extended(Points points) {
    int[] longer = points.toArray();
    for (int a = 0; a < longer.length; a++) {
      longer[a] += 2 * past(a, points);
    }
    return Points.of(longer);
  }

  /** What of an extended field lies inside the box, which has these points. */
  Tensor crop(Tensor field, Points points) {
    Tensor inside = field;
    for (int a = 0; a < grid.dimension(); a++) {
      int past = past(a, points);
      if (past > 0) {
        inside = inside.narrow(a - grid.dimension(), past, points.at(a));
      }
    }
    return inside.contiguous();
  }

  /**
   * How much {@link #extend} and {@link #crop} around a network of norm 1 can amplify a change: a
   * change at a wall is doubled by its mirror image, along each axis with walls.
   */
  double gain() {
    double gain = 1;
    for (int a = 0; a < grid.dimension(); a++) {
      boolean doubled = spec.kind() == PaddingSpec.Kind.MIRROR && past(a, grid.points()) > 0;
      gain *= doubled ? Math.sqrt(2) : 1;
    }
    return gain;
  }

  private int past(int axis, Points points) {
    return grid.axis(axis).periodic() ? 0 : spec.past(points.at(axis));
  }

  private Margins.Rule rule() {
    return spec.kind() == PaddingSpec.Kind.ZERO ? Margins.Rule.ZERO : Margins.Rule.MIRROR;
  }
}
