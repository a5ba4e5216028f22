package io.tfsno.operator.baseline;

import io.tfsno.engine.Products;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.nn.Parameter;
import io.tfsno.nn.Parameters;
import io.tfsno.operator.FieldShape;
import io.tfsno.spectral.Wavelet;
import io.tfsno.spectral.WaveletMatrices;

/**
 * The integral kernel of the wavelet neural operator. With T = [A; D], which gives the
 * approximation and the details of the coarsest level, and one matrix W_p for each coefficient p:
 *
 * <pre>
 *   X = T v,   Y_p = W_p X_p,   K v = T' Y            fine: ZERO
 *                               K v = T' (Y - X) + v  fine: PASS, for T'T is a projection
 * </pre>
 *
 * On a plane T acts along both axes, and the coefficients are those of all four kinds AA, AD, DA
 * and DD. The weights are {@code [p2(, p1), out, in]}, so that the batched product over places uses
 * them as they lie.
 */
final class WaveletKernel {
  private final Parameter weight;
  private final Constants constants;
  private final WnoSpec spec;
  private final int dimension;
  private final int points;

  private record Key(Wavelet wavelet, int points, int levels, int doublings) {}

  WaveletKernel(
      Parameters parameters, Constants constants, String name, WnoSpec spec, FieldShape shape) {
    this.constants = constants;
    this.spec = spec;
    dimension = shape.dimension();
    points = shape.points();
    long places = 2L * points / spec.divisor();
    int width = spec.width();
    long[] sizes =
        dimension == 1
            ? new long[] {places, width, width}
            : new long[] {places, places, width, width};
    weight = parameters.declare(name + ".weight", spec.init().of(width), sizes);
  }

  /** {@code sum += K v} for fields {@code [channel, sample, x(, y)]}. Modifies the sum. */
  void add(Tensor sum, Tensor v) {
    Tensor t = transform(v);
    Tensor x = analyse(v, t);
    Tensor y = Products.batched(weight.tensor().view(-1, spec.width(), spec.width()), x);
    boolean pass = spec.fine() == WnoSpec.Fine.PASS;
    addSynthesis(sum, pass ? y.sub(x) : y, t);
    if (pass) {
      sum.addInPlace(v);
    }
  }

  /** {@code [channel, sample, x(, y)]} to {@code [place, channel, sample]}. */
  private Tensor analyse(Tensor v, Tensor t) {
    long n = v.size(-1);
    Tensor columns = t.matmul(v.reshape(-1, n).permute(1, 0));
    if (dimension == 2) {
      Tensor lines = columns.view(t.size(0), -1, n).permute(0, 2, 1);
      columns = Products.batched(forEachColumn(t), lines);
    }
    return columns.view(-1, v.size(0), v.size(1));
  }

  private void addSynthesis(Tensor sum, Tensor y, Tensor t) {
    Tensor columns = y.view(t.size(0), -1);
    if (dimension == 2) {
      Tensor lines = y.view(t.size(0), t.size(0), -1).permute(0, 2, 1);
      columns = Products.batched(lines, forEachColumn(t)).view(t.size(0), -1);
    }
    Products.addInPlace(sum.view(-1, sum.size(-1)), columns.permute(1, 0), t);
  }

  private static Tensor forEachColumn(Tensor t) {
    return t.expand(t.size(0), t.size(0), t.size(1));
  }

  /** A grid doubled q times has q more levels, so that the coefficients are as many. */
  private Tensor transform(Tensor v) {
    int n = Math.toIntExact(v.size(-1));
    int doublings = Integer.numberOfTrailingZeros(n / points);
    Key key = new Key(spec.wavelet(), n, spec.levels() + doublings, doublings);
    return constants.tensor(
        key,
        v.device(),
        () -> WaveletMatrices.coarsest(key.wavelet, key.points, key.levels, key.doublings));
  }
}
