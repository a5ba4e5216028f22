package io.tfsno.spectral;

import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Products;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import java.util.ArrayList;
import java.util.List;

/**
 * The truncated transform as products with small fixed real matrices. With K of N modes this is
 * cheaper than a full transform, needs no complex type and no padding, and autograd sees plain
 * matrix products. The last axis comes first; what is left then is complex along every other axis.
 * The matrices are computed in float64, stored in the type of the fields and owned by this object.
 */
public final class GemmTransform implements ModeTransform {
  private final Modes modes;
  private final Points points;
  private final Tensor toLast;
  private final Tensor fromLast;

  /** For each axis but the last, in their order. */
  private final List<ComplexAxis> others = new ArrayList<>();

  /**
   * The matrices of an axis with complex values, repeated for every mode of the axes behind it
   * without being copied.
   *
   * @param batch number of those modes
   * @param pairs numbers of a coefficient along this axis, re and im of each mode
   */
  private record ComplexAxis(
      int batch, int pairs, int points, Tensor fromRe, Tensor fromIm, Tensor toPoints) {
    static ComplexAxis of(Modes.Axis axis, int points, int batch, DType type, Device device) {
      DftMatrices m = new DftMatrices(axis, points);
      int pairs = 2 * axis.count();
      try (Scope scope = new Scope()) {
        Tensor analysis = Tensor.of(m.analysisComplex(), 2, 1, pairs, points).to(type).to(device);
        Tensor re = analysis.select(0, 0).expand(batch, pairs, points);
        Tensor im = analysis.select(0, 1).expand(batch, pairs, points);
        Tensor back = Tensor.of(m.synthesisComplex(), 1, 2, pairs, points).to(type).to(device);
        Tensor repeated = back.expand(batch, 2, pairs, points).reshape(-1, pairs, points);
        return new ComplexAxis(
            batch,
            pairs,
            points,
            Scope.unowned(re::detach),
            Scope.unowned(im::detach),
            Scope.unowned(repeated::detach));
      }
    }

    /** {@code [batch, re/im, (rest, x)]} to {@code [batch, (k, re/im), rest]}. */
    Tensor analyse(Tensor values) {
      Tensor[] parts = Products.pair(values.view(batch, 2, -1, points), 1);
      Tensor result = Products.batched(fromRe, parts[0].permute(0, 2, 1));
      Products.addBatchedInPlace(result, fromIm, parts[1].permute(0, 2, 1));
      return result;
    }

    /** {@code [batch, (k, re/im), rest]} to {@code [(batch, re/im), rest, x]}. */
    Tensor synthesise(Tensor coefficients) {
      Tensor c = coefficients.reshape(batch, 1, pairs, -1);
      long rest = c.size(3);
      Tensor stacked = c.expand(batch, 2, pairs, rest).reshape(2L * batch, pairs, rest);
      return Products.batched(stacked.permute(0, 2, 1), toPoints);
    }

    void close() {
      fromRe.close();
      fromIm.close();
      toPoints.close();
    }
  }

  public GemmTransform(Modes modes, Points points, DType type, Device device) {
    if (modes.last().negative() != 0 || !modes.fits(points)) {
      throw new IllegalArgumentException(
          "at most %s modes fit on %s points, not %s"
              .formatted(Modes.most(points).text(), points, modes.text()));
    }
    this.modes = modes;
    this.points = points;
    DftMatrices m = new DftMatrices(modes.last(), points.last());
    int rows = 2 * modes.last().count();
    toLast = constant(m.analysisLast(), type, device, rows, points.last());
    fromLast = constant(m.synthesisLast(), type, device, rows, points.last());
    int batch = modes.last().count();
    for (int axis = modes.dimension() - 2; axis >= 0; axis--) {
      others.add(0, ComplexAxis.of(modes.axis(axis), points.at(axis), batch, type, device));
      batch *= modes.axis(axis).count();
    }
  }

  @Override
  public Modes modes() {
    return modes;
  }

  @Override
  public Points points() {
    return points;
  }

  @Override
  public Tensor analyse(Tensor field) {
    Tensor values = toLast.matmul(field.reshape(-1, points.last()).permute(1, 0));
    for (int axis = others.size() - 1; axis >= 0; axis--) {
      values = others.get(axis).analyse(values);
    }
    return values.view(modes.count(), 2, field.size(0));
  }

  @Override
  public Tensor synthesise(Tensor coefficients) {
    return alongLast(coefficients).matmul(fromLast).view(fieldShape(coefficients.size(2)));
  }

  @Override
  public void addSynthesis(Tensor field, Tensor coefficients) {
    Products.addInPlace(field.view(-1, points.last()), alongLast(coefficients), fromLast);
  }

  /** {@code [K, 2, rows]} to {@code [(rows, all axes but the last), (k, re/im)]}. */
  private Tensor alongLast(Tensor coefficients) {
    Tensor values = coefficients;
    for (ComplexAxis axis : others) {
      values = axis.synthesise(values);
    }
    return values.reshape(2L * modes.last().count(), -1).permute(1, 0);
  }

  @Override
  public void close() {
    toLast.close();
    fromLast.close();
    others.forEach(ComplexAxis::close);
  }

  private static Tensor constant(double[] matrix, DType type, Device device, long... shape) {
    return Scope.unowned(() -> Tensor.of(matrix, shape).to(type).to(device).copy());
  }
}
