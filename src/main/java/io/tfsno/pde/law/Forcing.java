package io.tfsno.pde.law;

import io.tfsno.base.UserError;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.SpectralGrid;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * A source {@code sin(k.x + w t + phi)}, with {@code k = 2 pi m / L}. It is split into {@code
 * sin(k.x + phi) cos(w t) + cos(k.x + phi) sin(w t)}: two fixed fields whose weights change.
 *
 * @param wave m, an integer along each axis
 * @param frequency w
 * @param phase phi
 */
record Forcing(List<Integer> wave, double frequency, double phase) {
  /** The field 1 everywhere. */
  static Forcing constant(int dimension) {
    return new Forcing(Collections.nCopies(dimension, 0), 0, Math.PI / 2);
  }

  boolean isSteady() {
    return frequency == 0;
  }

  /** Coefficients {@code {re, im}} of {@code sin(k.x + phi + ahead)}. */
  double[][] coefficients(SpectralGrid grid, double ahead) {
    requireFits(grid);
    Modes modes = grid.wavenumbers().modes();
    // sin(a) = 2 Re(c e^(i k.x)) with c = (sin(phi) - i cos(phi)) / 2
    double re = Math.sin(phase + ahead) / 2;
    double im = -Math.cos(phase + ahead) / 2;
    double[][] c = new double[2][modes.count()];
    int[] m = wave.stream().mapToInt(Integer::intValue).toArray();
    int[] partner = Arrays.stream(m).map(k -> -k).toArray();
    for (int i = 0; i < modes.count(); i++) {
      int[] at = modes.arrayWaves(i);
      if (Arrays.equals(at, m)) {
        c[0][i] += re;
        c[1][i] += im;
      }
      if (Arrays.equals(at, partner)) {
        c[0][i] += re;
        c[1][i] -= im;
      }
    }
    return c;
  }

  private void requireFits(SpectralGrid grid) {
    for (int axis = 0; axis < wave.size(); axis++) {
      int largest = grid.largestKeptWave(axis);
      if (Math.abs(wave.get(axis)) > largest) {
        throw new UserError(
            "a forcing of at most %d waves along an axis at this resolution".formatted(largest),
            wave.toString(),
            "Lower its wavenumber or raise the resolution.");
      }
    }
  }
}
