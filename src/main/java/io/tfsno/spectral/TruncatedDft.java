package io.tfsno.spectral;

import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;

/**
 * The Fourier transform between a grid and a few modes, as products with small fixed real matrices.
 * With K of N modes this is cheaper than a full transform, needs no complex type and no padding,
 * and autograd sees plain matrix products.
 *
 * <p>Coefficients are real arrays {@code [..., 2, K]}: real parts, then imaginary parts, of the K
 * modes in the order of {@link Modes}. The matrices are computed in float64 and stored in the type
 * of the fields. They belong to this object: {@link #close} frees them.
 *
 * <p>The inverse may go to another grid than the forward transform came from, which is how U-shaped
 * operators change resolution.
 */
public final class TruncatedDft implements AutoCloseable {
  private final Modes modes;
  private final int points;
  private final Tensor alongLast;
  private final Tensor alongFirst;
  private final Tensor backLast;
  private final Tensor backFirst;

  public TruncatedDft(Modes modes, int points, DType type, Device device) {
    if (modes.columns().negative() != 0 || !modes.fits(points)) {
      throw new IllegalArgumentException(
          "at most %s fit on %d points, not %s".formatted(most(modes, points), points, modes));
    }
    this.modes = modes;
    this.points = points;
    DftMatrices matrices = new DftMatrices(modes, points);
    alongLast = constant(matrices.analysisLast(), points, type, device);
    backLast = constant(matrices.synthesisLast(), 2 * modes.columns().count(), type, device);
    if (modes.dimension() == 1) {
      alongFirst = null;
      backFirst = null;
    } else {
      alongFirst = constant(matrices.analysisFirst(), 2 * modes.rows().count(), type, device);
      backFirst = constant(matrices.synthesisFirst(), 2 * points, type, device);
    }
  }

  public Modes modes() {
    return modes;
  }

  public int points() {
    return points;
  }

  /** {@code [..., N]} or {@code [..., N, N]} to {@code [..., 2, K]}. */
  public Tensor forward(Tensor field) {
    long[] shape = field.shape();
    int lead = shape.length - modes.dimension();
    Tensor half = field.reshape(-1, points).matmul(alongLast);
    if (alongFirst != null) {
      // Rows of the field interleave with (re, im), so one product transforms the first axis.
      half = alongFirst.matmul(half.view(-1, 2 * points, modes.columns().count()));
    }
    return half.view(withTail(shape, lead, 2, modes.count()));
  }

  /** {@code [..., 2, K]} to {@code [..., N]} or {@code [..., N, N]}. */
  public Tensor inverse(Tensor coefficients) {
    long[] shape = coefficients.shape();
    int lead = shape.length - 2;
    if (backFirst == null) {
      Tensor field = coefficients.reshape(-1, 2 * modes.columns().count()).matmul(backLast);
      return field.view(withTail(shape, lead, points));
    }
    Tensor stacked = coefficients.reshape(-1, 2 * modes.rows().count(), modes.columns().count());
    Tensor half = backFirst.matmul(stacked).view(-1, 2 * modes.columns().count());
    return half.matmul(backLast).view(withTail(shape, lead, points, points));
  }

  @Override
  public void close() {
    alongLast.close();
    backLast.close();
    if (alongFirst != null) {
      alongFirst.close();
      backFirst.close();
    }
  }

  private static String most(Modes modes, int points) {
    int columns = (points + 1) / 2;
    return modes.dimension() == 1
        ? columns + " modes"
        : "%d rows of each sign and %d columns".formatted(points / 2, columns);
  }

  private static Tensor constant(double[] matrix, int rows, DType type, Device device) {
    return Scope.unowned(
        () -> Tensor.of(matrix, rows, matrix.length / rows).to(type).to(device).copy());
  }

  private static long[] withTail(long[] shape, int lead, long... tail) {
    long[] result = new long[lead + tail.length];
    System.arraycopy(shape, 0, result, 0, lead);
    System.arraycopy(tail, 0, result, lead, tail.length);
    return result;
  }
}
