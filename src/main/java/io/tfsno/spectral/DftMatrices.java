package io.tfsno.spectral;

/**
 * The real matrices of a truncated transform along one axis, row-major and in float64.
 *
 * <p>Coefficients along an axis are pairs (mode, re/im). Analysis carries the factor 1/N of the
 * "forward" normalisation. Synthesis along the last axis counts every wave k &gt; 0 twice, for the
 * conjugate half that is not stored, and takes the real part for k = 0, which is the Hermitian
 * projection. The other axes have complex values on both sides, so they need one matrix for the
 * real and one for the imaginary part of their points.
 */
final class DftMatrices {
  private final int points;
  private final int count;
  private final Modes.Axis modes;

  DftMatrices(Modes.Axis modes, int points) {
    this.modes = modes;
    this.points = points;
    count = modes.count();
  }

  /** {@code [2 K, N]}: x to (k, re/im), along the last axis. */
  double[] analysisLast() {
    double[] m = new double[2 * count * points];
    for (int k = 0; k < count; k++) {
      for (int i = 0; i < points; i++) {
        m[2 * k * points + i] = cos(k, i) / points;
        m[(2 * k + 1) * points + i] = -sin(k, i) / points;
      }
    }
    return m;
  }

  /** {@code [2 K, N]}: (k, re/im) to x, along the last axis. */
  double[] synthesisLast() {
    double[] m = analysisLast();
    for (int i = 0; i < m.length; i++) {
      boolean zeroMode = i < 2 * points;
      m[i] *= zeroMode ? points : 2 * points;
    }
    return m;
  }

  /** {@code [2, 2 K, N]}: re or im of x to (k, re/im), multiplying by exp(-i k x) / N. */
  double[] analysisComplex() {
    return complex(-1, 1.0 / points, false);
  }

  /** {@code [2, 2 K, N]}: (k, re/im) to re or im of x, multiplying by exp(+i k x). */
  double[] synthesisComplex() {
    return complex(1, 1, true);
  }

  /**
   * The real form of {@code scale exp(sign i k x)}, as {@code [part of x, (k, part), x]}: a complex
   * factor c + i s carries re to (c, s) and im to (-s, c).
   */
  private double[] complex(int sign, double scale, boolean toPoints) {
    double[] m = new double[2 * 2 * count * points];
    int part = 2 * count * points;
    for (int r = 0; r < count; r++) {
      for (int i = 0; i < points; i++) {
        double c = scale * cos(modes.wave(r), i);
        double s = scale * sign * sin(modes.wave(r), i);
        int re = 2 * r * points + i;
        int im = re + points;
        m[re] = c;
        m[part + im] = c;
        m[im] = toPoints ? -s : s;
        m[part + re] = toPoints ? s : -s;
      }
    }
    return m;
  }

  // Reducing k*i modulo N first keeps the argument small and the tables exact to rounding.
  private double cos(int k, int i) {
    return Math.cos(2 * Math.PI * Math.floorMod((long) k * i, points) / points);
  }

  private double sin(int k, int i) {
    return Math.sin(2 * Math.PI * Math.floorMod((long) k * i, points) / points);
  }
}
