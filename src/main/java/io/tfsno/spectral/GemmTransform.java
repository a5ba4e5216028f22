package io.tfsno.spectral;

import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Products;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;

/**
 * The truncated transform as products with small fixed real matrices. With K of N modes this is
 * cheaper than a full transform, needs no complex type and no padding, and autograd sees plain
 * matrix products. The matrices are computed in float64, stored in the type of the fields and owned
 * by this object.
 */
public final class GemmTransform implements ModeTransform {
  private final Modes modes;
  private final int points;
  private final Tensor toColumns;
  private final Tensor fromColumns;
  private final Plane plane;

  /** What a second axis needs, each matrix repeated for every column without being copied. */
  private record Plane(Tensor reToRows, Tensor imToRows, Tensor fromRows) {}

  public GemmTransform(Modes modes, int points, DType type, Device device) {
    if (modes.columns().negative() != 0 || !modes.fits(points)) {
      throw new IllegalArgumentException(
          "at most %s fit on %d points, not %s".formatted(modes.most(points), points, modes));
    }
    this.modes = modes;
    this.points = points;
    DftMatrices m = new DftMatrices(modes, points);
    int columns = modes.columns().count();
    toColumns = constant(m.analysisLast(), type, device, 2 * columns, points);
    fromColumns = constant(m.synthesisLast(), type, device, 2 * columns, points);
    plane = modes.dimension() == 1 ? null : plane(m, type, device);
  }

  private Plane plane(DftMatrices m, DType type, Device device) {
    int columns = modes.columns().count();
    int pairs = 2 * modes.rows().count();
    try (Scope scope = new Scope()) {
      Tensor analysis = Tensor.of(m.analysisFirst(), 2, 1, pairs, points).to(type).to(device);
      Tensor re = analysis.select(0, 0).expand(columns, pairs, points);
      Tensor im = analysis.select(0, 1).expand(columns, pairs, points);
      Tensor back = Tensor.of(m.synthesisFirst(), 1, 2, pairs, points).to(type).to(device);
      Tensor repeated = back.expand(columns, 2, pairs, points).reshape(-1, pairs, points);
      return new Plane(
          Scope.unowned(re::detach), Scope.unowned(im::detach), Scope.unowned(repeated::detach));
    }
  }

  @Override
  public Modes modes() {
    return modes;
  }

  @Override
  public int points() {
    return points;
  }

  @Override
  public Tensor analyse(Tensor field) {
    long rows = field.size(0);
    Tensor columns = toColumns.matmul(field.reshape(-1, points).permute(1, 0));
    if (plane == null) {
      return columns.view(-1, 2, rows);
    }
    Tensor[] parts = Products.pair(columns.view(-1, 2, rows, points), 1);
    Tensor result = Products.batched(plane.reToRows, parts[0].permute(0, 2, 1));
    Products.addBatchedInPlace(result, plane.imToRows, parts[1].permute(0, 2, 1));
    return result.view(modes.count(), 2, rows);
  }

  @Override
  public Tensor synthesise(Tensor coefficients) {
    long rows = coefficients.size(2);
    return columnsOf(coefficients).matmul(fromColumns).view(fieldShape(rows));
  }

  @Override
  public void addSynthesis(Tensor field, Tensor coefficients) {
    Products.addInPlace(field.view(-1, points), columnsOf(coefficients), fromColumns);
  }

  /** {@code [K, 2, rows]} to {@code [lines of the field, (k2, re/im)]}. */
  private Tensor columnsOf(Tensor coefficients) {
    long rows = coefficients.size(2);
    int columns = modes.columns().count();
    if (plane == null) {
      return coefficients.reshape(2 * columns, rows).permute(1, 0);
    }
    int pairs = 2 * modes.rows().count();
    Tensor twice = coefficients.reshape(columns, 1, pairs, rows).expand(columns, 2, pairs, rows);
    Tensor stacked = twice.reshape(2 * columns, pairs, rows).permute(0, 2, 1);
    return Products.batched(stacked, plane.fromRows).view(2 * columns, -1).permute(1, 0);
  }

  @Override
  public void close() {
    toColumns.close();
    fromColumns.close();
    if (plane != null) {
      plane.reToRows.close();
      plane.imToRows.close();
      plane.fromRows.close();
    }
  }

  private static Tensor constant(double[] matrix, DType type, Device device, long... shape) {
    return Scope.unowned(() -> Tensor.of(matrix, shape).to(type).to(device).copy());
  }
}
