package io.tfsno.pde.law;

import io.tfsno.spectral.Wave;

/**
 * A derivative of a given order: along one axis, {@code (i k_a)^n}; without an axis and of even
 * order, the power n/2 of the Laplacian, {@code (-|k|^2)^(n/2)}; without an axis and of first
 * order, the sum over all axes. Order 0 leaves a field as it is.
 *
 * @param axis -1 for none
 */
record DerivativeTerm(int order, int axis) {
  static final DerivativeTerm NONE = new DerivativeTerm(0, -1);

  /** Whether the symbol is real: an even order. */
  boolean isReal() {
    return order % 2 == 0;
  }

  /** The real or the imaginary part of the symbol, whichever is not zero. */
  double at(Wave k) {
    int sign = order % 4 < 2 ? 1 : -1;
    if (axis < 0 && isReal()) {
      return sign * power(k.squared(), order / 2);
    }
    return sign * power(axis < 0 ? k.sum() : k.k(axis), order);
  }

  private static double power(double base, int exponent) {
    double product = 1;
    for (int i = 0; i < exponent; i++) {
      product *= base;
    }
    return product;
  }
}
