package io.tfsno.spectral;

import io.tfsno.engine.Tensor;

/**
 * A linear map between fields on a grid and a few of their Fourier coefficients, modes first.
 *
 * <p>A field is {@code [rows, N]} or {@code [rows, N, N]}; its coefficients are real {@code [K, 2,
 * rows]}: for each mode the real parts of all rows, then the imaginary parts. So a matrix product
 * for each mode finds its operand in one piece, without any reordering. In 2D the modes are in
 * column-major order, {@code K = (k2, k1)}, each axis in the order of {@link Modes}.
 */
public interface ModeTransform extends AutoCloseable {
  Modes modes();

  int points();

  /** Coefficients of a field, with the factor 1/N. Differentiable. */
  Tensor analyse(Tensor field);

  /** The field of coefficients; where k2 = 0 its Hermitian part. Differentiable. */
  Tensor synthesise(Tensor coefficients);

  /** {@code field += synthesise(coefficients)}. Modifies the field; differentiable. */
  void addSynthesis(Tensor field, Tensor coefficients);

  @Override
  void close();

  /** Shape of a field with this many rows. */
  default long[] fieldShape(long rows) {
    return modes().dimension() == 1
        ? new long[] {rows, points()}
        : new long[] {rows, points(), points()};
  }
}
