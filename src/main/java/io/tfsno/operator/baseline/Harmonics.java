package io.tfsno.operator.baseline;

import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;

/**
 * Positions as the lowest waves of the box see them: {@code sin(2 pi f x/L), cos(2 pi f x/L)} for f
 * = 1..count along each axis. Whatever is computed from them is periodic. Between walls the waves
 * are half as fast, so that both ends of the box look different.
 */
record Harmonics(int dimension, int count) {
  /** Numbers per position. */
  int features() {
    return 2 * count * dimension;
  }

  /** {@code [feature, point]} for all points of a grid, the last axis fastest. */
  Tensor onGrid(Grid grid) {
    Points points = grid.points();
    int[][] at = points.indices();
    double[][] x = new double[dimension][points.cells()];
    for (int axis = 0; axis < dimension; axis++) {
      int periods = grid.axis(axis).periodic() ? 1 : 2;
      for (int cell = 0; cell < x[axis].length; cell++) {
        x[axis][cell] = (double) at[axis][cell] / (periods * points.at(axis));
      }
    }
    return at(x);
  }

  /**
   * {@code [feature, position]}, in float64 on the CPU.
   *
   * @param x positions along each axis, in units of the slowest wave
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
