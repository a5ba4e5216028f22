package io.tfsno.spectral;

import io.tfsno.engine.Tensor;

/**
 * Lagrange interpolation between centres of cells that fill an axis with walls: {@code n} cells
 * have theirs at {@code (j + 1/2) / n} of its length. Each value comes from the cubic through the
 * four nearest centres; at a wall these lie on one side of it. Nothing is assumed beyond a wall.
 */
final class CellInterpolation {
  private static final int CENTRES = 4;

  private CellInterpolation() {}

  /** The field with {@code points} cells along one axis, counted from the end (-1 is the last). */
  static Tensor along(Tensor field, int points, int axis) {
    int from = Math.toIntExact(field.size(axis));
    if (from == points) {
      return field;
    }
    Tensor weights =
        Tensor.of(weights(from, points), from, points).to(field.type()).to(field.device());
    long[] lastAndAxis = new long[field.rank()];
    for (int i = 0; i < lastAndAxis.length; i++) {
      lastAndAxis[i] = i;
    }
    lastAndAxis[field.rank() + axis] = field.rank() - 1;
    lastAndAxis[field.rank() - 1] = field.rank() + axis;
    return field.permute(lastAndAxis).matmul(weights).permute(lastAndAxis).contiguous();
  }

  /** The share of each old centre in each new one, {@code [old, new]}. */
  static double[] weights(int from, int to) {
    int centres = Math.min(CENTRES, from);
    double[] weights = new double[from * to];
    for (int i = 0; i < to; i++) {
      double at = (i + 0.5) * from / to - 0.5; // in spacings from the first old centre
      int first = (int) Math.floor(at) - (centres / 2 - 1);
      first = Math.max(0, Math.min(from - centres, first));
      for (int j = first; j < first + centres; j++) {
        double product = 1;
        for (int other = first; other < first + centres; other++) {
          product *= other == j ? 1 : (at - other) / (j - other);
        }
        weights[j * to + i] = product;
      }
    }
    return weights;
  }
}
