package io.tfsno.spectral;

import io.tfsno.engine.Tensor;

/**
 * A linear map between fields on a grid and a few of their Fourier coefficients, modes first.
 *
 * <p>A field is {@code [rows, x(, y, z)]}; its coefficients are real {@code [K, 2, rows]}: for each
 * mode, in the order of {@link Modes}, the real parts of all rows, then the imaginary parts. So a
 * matrix product for each mode finds its operand in one piece, without any reordering.
 */
public interface ModeTransform extends AutoCloseable {
  Modes modes();

  Points points();

  /** Coefficients of a field, with the factor 1/N. Differentiable. */
  Tensor analyse(Tensor field);

  /** The field of coefficients; where the last wave is 0, its Hermitian part. Differentiable. */
  Tensor synthesise(Tensor coefficients);

  /** {@code field += synthesise(coefficients)}. Modifies the field; differentiable. */
  void addSynthesis(Tensor field, Tensor coefficients);

  @Override
  void close();

  /** Shape of a field with this many rows. */
  default long[] fieldShape(long rows) {
    return points().shape(rows);
  }
}
