package io.tfsno.spectral;

import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Tensor;
import java.util.Arrays;

/**
 * The Fourier transform between a grid and a few modes, coefficients last: real arrays {@code [...,
 * 2, K]} with the real parts, then the imaginary parts, of the K modes in the order of {@link
 * Modes}. For looking at spectra; networks use the modes-first {@link GemmTransform} underneath.
 *
 * <p>The inverse may go to another grid than the forward transform came from. The fixed matrices
 * belong to this object: {@link #close} frees them.
 */
public final class TruncatedDft implements AutoCloseable {
  private final GemmTransform transform;

  public TruncatedDft(Modes modes, Points points, DType type, Device device) {
    transform = new GemmTransform(modes, points, type, device);
  }

  public Modes modes() {
    return transform.modes();
  }

  public Points points() {
    return transform.points();
  }

  /** {@code [..., x(, y, z)]} to {@code [..., 2, K]}. */
  public Tensor forward(Tensor field) {
    long[] shape = field.shape();
    int lead = shape.length - modes().dimension();
    long rows = rows(shape, lead);
    Tensor modesFirst = transform.analyse(field.reshape(transform.fieldShape(rows)));
    return modesFirst.permute(2, 1, 0).reshape(withTail(shape, lead, 2, modes().count()));
  }

  /** {@code [..., 2, K]} to {@code [..., x(, y, z)]}. */
  public Tensor inverse(Tensor coefficients) {
    long[] shape = coefficients.shape();
    int lead = shape.length - 2;
    long rows = rows(shape, lead);
    Tensor modesFirst =
        coefficients
            .reshape(rows, 2, modes().count())
            .permute(2, 1, 0)
            .reshape(modes().count(), 2, rows);
    long[] tail = points().shape();
    return transform.synthesise(modesFirst).view(withTail(shape, lead, tail));
  }

  @Override
  public void close() {
    transform.close();
  }

  private static long rows(long[] shape, int lead) {
    return Arrays.stream(shape, 0, lead).reduce(1, Math::multiplyExact);
  }

  private static long[] withTail(long[] shape, int lead, long... tail) {
    long[] result = Arrays.copyOf(shape, lead + tail.length);
    System.arraycopy(tail, 0, result, lead, tail.length);
    return result;
  }
}
