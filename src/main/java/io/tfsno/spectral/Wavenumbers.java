package io.tfsno.spectral;

import java.util.function.DoubleBinaryOperator;

/**
 * Physical wave numbers {@code k = 2 pi m / L} of a mode set. In 1D the only axis is x and {@code
 * ky} is 0; in 2D x is the first axis and y the last.
 */
public record Wavenumbers(Modes modes, double length) {

  /** A value for each stored mode, computed from its wave numbers. */
  public double[] map(DoubleBinaryOperator ofKxKy) {
    double unit = 2 * Math.PI / length;
    double[] values = new double[modes.count()];
    for (int i = 0; i < values.length; i++) {
      double first = unit * modes.k1(i);
      double last = unit * modes.k2(i);
      values[i] =
          modes.dimension() == 1
              ? ofKxKy.applyAsDouble(last, 0)
              : ofKxKy.applyAsDouble(first, last);
    }
    return values;
  }
}
