package io.tfsno.operator;

import io.tfsno.engine.Tensor;

/**
 * Channels that tell a network where it is. NONE keeps translation equivariance and is the default;
 * LINEAR is x/L and has a jump at the seam; PERIODIC is sin and cos of 2 pi x/L.
 */
public enum Coordinates {
  NONE,
  LINEAR,
  PERIODIC;

  /** Number of extra channels in a dimension. */
  int channels(int dimension) {
    return switch (this) {
      case NONE -> 0;
      case LINEAR -> dimension;
      case PERIODIC -> 2 * dimension;
    };
  }

  /** The extra channels {@code [channel, 1, N(, N)]} on a grid, in float64 on the CPU. */
  Tensor onGrid(int dimension, int points) {
    int cells = dimension == 1 ? points : points * points;
    double[] values = new double[channels(dimension) * cells];
    for (int axis = 0; axis < dimension; axis++) {
      for (int cell = 0; cell < cells; cell++) {
        boolean first = dimension == 2 && axis == 0;
        double x = (double) (first ? cell / points : cell % points) / points;
        if (this == LINEAR) {
          values[axis * cells + cell] = x;
        } else {
          values[2 * axis * cells + cell] = Math.sin(2 * Math.PI * x);
          values[(2 * axis + 1) * cells + cell] = Math.cos(2 * Math.PI * x);
        }
      }
    }
    return dimension == 1
        ? Tensor.of(values, channels(dimension), 1, points)
        : Tensor.of(values, channels(dimension), 1, points, points);
  }
}
