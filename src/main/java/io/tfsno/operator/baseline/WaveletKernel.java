package io.tfsno.operator.baseline;

import io.tfsno.engine.Products;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.nn.Parameter;
import io.tfsno.nn.Parameters;
import io.tfsno.operator.FieldShape;
import io.tfsno.spectral.Points;
import io.tfsno.spectral.Wavelet;
import io.tfsno.spectral.WaveletMatrices;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The integral kernel of the wavelet neural operator. With T = [A; D], which gives the
 * approximation and the details of the coarsest level, and one matrix W_p for each coefficient p:
 *
 * <pre>
 *   X = T v,   Y_p = W_p X_p,   K v = T' Y            fine: ZERO
 *                               K v = T' (Y - X) + v  fine: PASS, for T'T is a projection
 * </pre>
 *
 * In more dimensions T acts along every axis, with a matrix for each, and the coefficients are
 * those of all kinds: AA, AD, DA and DD on a plane. The weights are {@code [p_d, .., p_1, out,
 * in]}, so that the batched product over places uses them as they lie.
 */
final class WaveletKernel {
  private final Parameter weight;
  private final Constants constants;
  private final WnoSpec spec;
  private final Points points;

  private record Key(Wavelet wavelet, int points, int levels, int doublings) {}

  WaveletKernel(
      Parameters parameters, Constants constants, String name, WnoSpec spec, FieldShape shape) {
    this.constants = constants;
    this.spec = spec;
    points = shape.points();
    int dimension = points.dimension();
    long[] sizes = new long[dimension + 2];
    Arrays.fill(sizes, spec.width());
    for (int axis = 0; axis < dimension; axis++) {
      sizes[dimension - 1 - axis] = 2L * points.at(axis) / spec.divisor();
    }
    weight = parameters.declare(name + ".weight", spec.init().of(spec.width()), sizes);
  }

  /** {@code sum += K v} for fields {@code [channel, sample, x(, y, z)]}. Modifies the sum. */
  void add(Tensor sum, Tensor v) {
    List<Tensor> t = transforms(v);
    Tensor x = analyse(v, t);
    Tensor y = Products.batched(weight.tensor().view(-1, spec.width(), spec.width()), x);
    boolean pass = spec.fine() == WnoSpec.Fine.PASS;
    addSynthesis(sum, pass ? y.sub(x) : y, t);
    if (pass) {
      sum.addInPlace(v);
    }
  }

  /** {@code [channel, sample, x(, y, z)]} to {@code [place, channel, sample]}, last axis first. */
  private static Tensor analyse(Tensor v, List<Tensor> t) {
    Tensor last = t.get(t.size() - 1);
    Tensor columns = last.matmul(v.reshape(-1, last.size(1)).permute(1, 0));
    long places = last.size(0);
    for (int axis = t.size() - 2; axis >= 0; axis--) {
      Tensor along = t.get(axis);
      Tensor lines = columns.view(places, -1, along.size(1)).permute(0, 2, 1);
      columns = Products.batched(forEach(places, along), lines);
      places *= along.size(0);
    }
    return columns.view(-1, v.size(0), v.size(1));
  }

  private static void addSynthesis(Tensor sum, Tensor y, List<Tensor> t) {
    Tensor last = t.get(t.size() - 1);
    Tensor columns = y;
    long places = y.size(0);
    for (Tensor along : t.subList(0, t.size() - 1)) {
      places /= along.size(0);
      Tensor lines = columns.view(places, along.size(0), -1).permute(0, 2, 1);
      columns = Products.batched(lines, forEach(places, along));
    }
    Products.addInPlace(
        sum.view(-1, last.size(1)), columns.view(last.size(0), -1).permute(1, 0), last);
  }

  private static Tensor forEach(long places, Tensor t) {
    return t.expand(places, t.size(0), t.size(1));
  }

  /** One for each axis, in their order. */
  private List<Tensor> transforms(Tensor v) {
    Points grid = Points.of(v, points.dimension());
    List<Tensor> all = new ArrayList<>();
    for (int axis = 0; axis < points.dimension(); axis++) {
      all.add(transform(v, grid.at(axis), grid.at(axis) / points.at(axis)));
    }
    return all;
  }

  /** A grid doubled q times has q more levels, so that the coefficients are as many. */
  private Tensor transform(Tensor v, int n, int times) {
    int doublings = Integer.numberOfTrailingZeros(times);
    Key key = new Key(spec.wavelet(), n, spec.levels() + doublings, doublings);
    return constants.tensor(
        key,
        v.device(),
        () -> WaveletMatrices.coarsest(key.wavelet, key.points, key.levels, key.doublings));
  }
}
