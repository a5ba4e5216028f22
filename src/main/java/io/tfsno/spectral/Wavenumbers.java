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
    int[] k1 = modes.k1();
    int[] k2 = modes.k2();
    double[] values = new double[modes.count()];
    for (int i = 0; i < values.length; i++) {
      boolean line = modes.dimension() == 1;
      values[i] = ofKxKy.applyAsDouble(unit * (line ? k2[i] : k1[i]), line ? 0 : unit * k2[i]);
    }
    return values;
  }
}
