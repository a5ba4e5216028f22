package io.tfsno.operator;

import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;

/**
 * Channels that tell a network where it is. NONE keeps translation equivariance and is the default;
 * LINEAR is x/L and has a jump at the seam; PERIODIC is sin and cos of 2 pi x/L.
 */
public enum Coordinates {
  NONE,
  LINEAR,
  PERIODIC;

  /** Number of extra channels in a dimension. */
  public int channels(int dimension) {
    return switch (this) {
      case NONE -> 0;
      case LINEAR -> dimension;
      case PERIODIC -> 2 * dimension;
    };
  }

  /** The extra channels {@code [channel, 1, x(, y, z)]} on a grid, in float64 on the CPU. */
  Tensor onGrid(Grid grid) {
    Points points = grid.points();
    int cells = points.cells();
    int[][] at = points.indices();
    double[] values = new double[channels(points.dimension()) * cells];
    for (int axis = 0; axis < points.dimension(); axis++) {
      // Between walls points are centres of cells: they lie at other places on other grids.
      double first = grid.axis(axis).periodic() ? 0 : 0.5;
      for (int cell = 0; cell < cells; cell++) {
        double x = (at[axis][cell] + first) / points.at(axis);
        if (this == LINEAR) {
          values[axis * cells + cell] = x;
        } else {
          values[2 * axis * cells + cell] = Math.sin(2 * Math.PI * x);
          values[(2 * axis + 1) * cells + cell] = Math.cos(2 * Math.PI * x);
        }
      }
    }
    return Tensor.of(values, points.shape(channels(points.dimension()), 1));
  }
}
