package io.tfsno.nn;

import io.tfsno.spectral.Modes;
import io.tfsno.spectral.Points;

/** Sums over waves and points as the formulas have them, in double precision. */
public record NaiveFourier(Modes modes, Points points) {
  /** {@code [mode][re/im]} of one field, with the factor 1/N. */
  public double[][] analyse(double[] field) {
    double[][] c = new double[modes.count()][2];
    for (int m = 0; m < c.length; m++) {
      for (int cell = 0; cell < field.length; cell++) {
        double phase = phase(m, cell);
        c[m][0] += field[cell] * Math.cos(phase) / field.length;
        c[m][1] -= field[cell] * Math.sin(phase) / field.length;
      }
    }
    return c;
  }

  /** The real field of a half spectrum. */
  public double[] synthesise(double[][] c) {
    double[] field = new double[points.cells()];
    for (int m = 0; m < c.length; m++) {
      double twice = modes.waves(m)[modes.dimension() - 1] == 0 ? 1 : 2;
      for (int cell = 0; cell < field.length; cell++) {
        double phase = phase(m, cell);
        field[cell] += twice * (c[m][0] * Math.cos(phase) - c[m][1] * Math.sin(phase));
      }
    }
    return field;
  }

  private double phase(int mode, int cell) {
    int[] k = modes.waves(mode);
    double phase = 0;
    int rest = cell;
    for (int a = k.length - 1; a >= 0; a--) {
      phase += 2 * Math.PI * k[a] * (rest % points.at(a)) / points.at(a);
      rest /= points.at(a);
    }
    return phase;
  }
}
