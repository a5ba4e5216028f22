package io.tfsno.operator.baseline;

import io.tfsno.engine.Tensor;

/**
 * Positions as the lowest waves of the box see them: {@code sin(2 pi f x/L), cos(2 pi f x/L)} for f
 * = 1..count along each axis. Whatever is computed from them is periodic.
 */
record Harmonics(int dimension, int count) {
  /** Numbers per position. */
  int features() {
    return 2 * count * dimension;
  }

  /** {@code [feature, point]} for all points of a grid, the last axis fastest. */
  Tensor onGrid(int points) {
    int cells = dimension == 1 ? points : points * points;
    double[][] x = new double[dimension][cells];
    for (int cell = 0; cell < cells; cell++) {
      x[dimension - 1][cell] = (double) (cell % points) / points;
      if (dimension == 2) {
        x[0][cell] = (double) (cell / points) / points;
      }
    }
    return at(x);
  }

  /**
   * {@code [feature, position]}, in float64 on the CPU.
   *
   * @param x positions along each axis, in units of the box length
   */
  Tensor at(double[]... x) {
    int positions = x[0].length;
    double[] values = new double[features() * positions];
    int row = 0;
    for (double[] along : x) {
      for (int f = 1; f <= count; f++, row += 2) {
        for (int i = 0; i < positions; i++) {
          double phase = 2 * Math.PI * f * along[i];
          values[row * positions + i] = Math.sin(phase);
          values[(row + 1) * positions + i] = Math.cos(phase);
        }
      }
    }
    return Tensor.of(values, features(), positions);
  }
}
