package io.tfsno.nn;

import io.tfsno.engine.DType;
import io.tfsno.engine.Products;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Points;
import io.tfsno.spectral.Resample;
import java.util.Arrays;

/**
 * Fourier interpolation of fields {@code [..., x(, y, z)]} to another grid, as a product with one
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

  /** The field on other points. */
  public Tensor to(Tensor field, Points points) {
    return resized(field, points, false).view(shape(field, points));
  }

  /** {@code sum += field}, resized to the grid of the sum. Modifies the sum. */
  public void add(Tensor sum, Tensor field) {
    Points points = points(sum);
    Products.addInPlace(
        sum.view(-1, points.last()), allButLast(field, points, false), last(field, points, false));
  }

  /** Writes the field, resized, to a place on another grid. Nothing is taped for gradients. */
  public void write(Tensor to, Tensor field) {
    Points points = points(to);
    Products.write(
        to.view(-1, points.last()), allButLast(field, points, false), last(field, points, false));
  }

  /** From the gradient of a resized field to that of the field, on its points. */
  public Tensor back(Tensor gradient, Points points) {
    return resized(gradient, points, true).view(shape(gradient, points));
  }

  /** The same, added to what is there. Modifies the sum. */
  public void addBack(Tensor sum, Tensor gradient) {
    Points points = points(sum);
    Products.addInPlace(
        sum.view(-1, points.last()),
        allButLast(gradient, points, true),
        last(gradient, points, true));
  }

  private Tensor resized(Tensor field, Points points, boolean back) {
    return allButLast(field, points, back).matmul(last(field, points, back));
  }

  private Points points(Tensor field) {
    return Points.of(field, axes);
  }

  /** What rows along the last axis are multiplied by from the right. */
  private Tensor last(Tensor field, Points to, boolean back) {
    int from = points(field).last();
    return back ? matrix(field, to.last(), from, true) : matrix(field, from, to.last(), false);
  }

  /** All rows along the last axis, after every other axis has been resized. */
  private Tensor allButLast(Tensor field, Points to, boolean back) {
    Points from = points(field);
    Tensor result = field;
    for (int axis = 0; axis + 1 < axes; axis++) {
      int there = from.at(axis);
      Tensor left =
          back ? matrix(field, to.at(axis), there, false) : matrix(field, there, to.at(axis), true);
      long behind = 1;
      for (int later = axis + 1; later < axes; later++) {
        behind *= from.at(later);
      }
      result = left.matmul(result.reshape(-1, there, behind));
    }
    return result.reshape(-1, from.last());
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

  /** The shape of a field on other points. */
  public long[] shape(Tensor field, Points points) {
    long[] lead = Arrays.copyOf(field.shape(), field.rank() - axes);
    return points.shape(lead);
  }

  private static Tensor identity(int size) {
    double[] values = new double[size * size];
    for (int i = 0; i < size; i++) {
      values[i * size + i] = 1;
    }
    return Tensor.of(values, size, size).to(DType.FLOAT64);
  }
}
