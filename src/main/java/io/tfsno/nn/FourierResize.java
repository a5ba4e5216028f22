package io.tfsno.nn;

import io.tfsno.engine.DType;
import io.tfsno.engine.Products;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Resample;

/**
 * Fourier interpolation of fields {@code [..., x(, y)]} to another grid, as a product with one
 * fixed matrix per axis: that of {@link Resample}, computed in float64.
 *
 * <p>Matrices have the type of the field. For bfloat16 their rounding costs about what storing the
 * field once more would, sums are float32 in the product, and no copy in float32 is needed.
 */
public final class FourierResize {
  private final Constants constants;
  private final int axes;

  private record Key(int from, int to, boolean transposed) {}

  public FourierResize(Constants constants, int axes) {
    this.constants = constants;
    this.axes = axes;
  }

  public int axes() {
    return axes;
  }

  public Constants constants() {
    return constants;
  }

  /** The field on {@code points} per axis. */
  public Tensor to(Tensor field, int points) {
    Maps maps = maps(field, Math.toIntExact(field.size(-1)), points, false);
    return firstAxis(field, maps).matmul(maps.right).view(resized(field, points));
  }

  /** {@code sum += field}, resized to the grid of the sum. Modifies the sum. */
  public void add(Tensor sum, Tensor field) {
    int points = Math.toIntExact(sum.size(-1));
    Maps maps = maps(field, Math.toIntExact(field.size(-1)), points, false);
    Products.addInPlace(sum.view(-1, points), firstAxis(field, maps), maps.right);
  }

  /** Writes the field, resized, to a place on another grid. Nothing is recorded for gradients. */
  public void write(Tensor to, Tensor field) {
    int points = Math.toIntExact(to.size(-1));
    Maps maps = maps(field, Math.toIntExact(field.size(-1)), points, false);
    Products.write(to.view(-1, points), firstAxis(field, maps), maps.right);
  }

  /** From the gradient of a resized field to that of the field, on {@code points} per axis. */
  public Tensor back(Tensor gradient, int points) {
    Maps maps = maps(gradient, points, Math.toIntExact(gradient.size(-1)), true);
    return firstAxis(gradient, maps).matmul(maps.right).view(resized(gradient, points));
  }

  /** The same, added to what is there. Modifies the sum. */
  public void addBack(Tensor sum, Tensor gradient) {
    int points = Math.toIntExact(sum.size(-1));
    Maps maps = maps(gradient, points, Math.toIntExact(gradient.size(-1)), true);
    Products.addInPlace(sum.view(-1, points), firstAxis(gradient, maps), maps.right);
  }

  /** What lines along the first axis are multiplied by from the left, and along the last. */
  private record Maps(Tensor left, Tensor right) {}

  private Maps maps(Tensor field, int from, int to, boolean back) {
    Tensor straight = matrix(field, from, to, false);
    Tensor transposed = matrix(field, from, to, true);
    return back ? new Maps(straight, transposed) : new Maps(transposed, straight);
  }

  /** All lines along the last axis, after the first axis of a plane has been resized. */
  private Tensor firstAxis(Tensor field, Maps maps) {
    long from = field.size(-1);
    if (axes == 1) {
      return field.reshape(-1, from);
    }
    Tensor planes = field.reshape(-1, from, from);
    return maps.left.matmul(planes).view(-1, from);
  }

  private Tensor matrix(Tensor field, int from, int to, boolean transposed) {
    return constants.tensor(
        new Key(from, to, transposed),
        field.type(),
        field.device(),
        () -> matrix(from, to, transposed));
  }

  /** What lines are multiplied by from the right, {@code [from, to]} in float64. */
  public static Tensor matrix(int from, int to, boolean transposed) {
    Tensor matrix = Resample.along(identity(from), to, -1);
    return (transposed ? matrix.permute(1, 0) : matrix).contiguous();
  }

  /** The shape of a field on so many points per axis. */
  public long[] resized(Tensor field, int points) {
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
