package io.tfsno.nn;

import io.tfsno.engine.DType;
import io.tfsno.engine.Products;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Resample;

/**
 * Fourier interpolation of fields {@code [..., x(, y)]} to another grid, as a product with one
 * fixed matrix per axis: that of {@link Resample}, computed in float64.
 */
public final class FourierResize {
  private final Constants constants;
  private final int axes;

  private record Key(int from, int to, boolean transposed) {}

  public FourierResize(Constants constants, int axes) {
    this.constants = constants;
    this.axes = axes;
  }

  /** The field on {@code points} per axis. */
  public Tensor to(Tensor field, int points) {
    Tensor lines = firstAxis(field, points);
    return lines.matmul(matrix(field, points, false)).view(resized(field, points));
  }

  /** {@code sum += field}, resized to the grid of the sum. Modifies the sum. */
  public void add(Tensor sum, Tensor field) {
    int points = Math.toIntExact(sum.size(-1));
    Tensor lines = firstAxis(field, points);
    Products.addInPlace(sum.view(-1, points), lines, matrix(field, points, false));
  }

  /** All lines along the last axis, after the first axis of a plane has been resized. */
  private Tensor firstAxis(Tensor field, int points) {
    long from = field.size(-1);
    if (axes == 1) {
      return field.reshape(-1, from);
    }
    Tensor planes = field.reshape(-1, from, from);
    return matrix(field, points, true).matmul(planes).view(-1, from);
  }

  private Tensor matrix(Tensor field, int to, boolean transposed) {
    int from = Math.toIntExact(field.size(-1));
    return constants.tensor(
        new Key(from, to, transposed),
        field.device(),
        () -> {
          Tensor matrix = Resample.along(identity(from), to, -1);
          return (transposed ? matrix.permute(1, 0) : matrix).contiguous();
        });
  }

  private long[] resized(Tensor field, int points) {
    long[] shape = field.shape();
    for (int axis = 1; axis <= axes; axis++) {
      shape[shape.length - axis] = points;
    }
    return shape;
  }

  private static Tensor identity(int size) {
    double[] values = new double[size * size];
    for (int i = 0; i < size; i++) {
      values[i * size + i] = 1;
    }
    return Tensor.of(values, size, size).to(DType.FLOAT64);
  }
}
