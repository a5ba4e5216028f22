package io.tfsno.spectral;

/**
 * The real matrices of a truncated transform, row-major and in float64.
 *
 * <p>Coefficients along an axis are pairs (mode, re/im). Analysis carries the factor 1/N of the
 * "forward" normalisation. Synthesis along the last axis counts every column k2 &gt; 0 twice, for
 * the conjugate half that is not stored, and takes the real part for k2 = 0, which is the Hermitian
 * projection. The first axis of a plane has complex values on both sides, so it needs one matrix
 * for the real and one for the imaginary part of its points.
 */
final class DftMatrices {
  private final int points;
  private final int columns;
  private final int rows;
  private final Modes.Axis rowAxis;

  DftMatrices(Modes modes, int points) {
    this.points = points;
    columns = modes.columns().count();
    rows = modes.rows().count();
    rowAxis = modes.rows();
  }

  /** {@code [2 columns, N]}: x to (k2, re/im). */
  double[] analysisLast() {
    double[] m = new double[2 * columns * points];
    for (int k = 0; k < columns; k++) {
      for (int i = 0; i < points; i++) {
        m[2 * k * points + i] = cos(k, i) / points;
        m[(2 * k + 1) * points + i] = -sin(k, i) / points;
      }
    }
    return m;
  }

  /** {@code [2 columns, N]}: (k2, re/im) to x. */
  double[] synthesisLast() {
    double[] m = analysisLast();
    for (int i = 0; i < m.length; i++) {
      boolean zeroMode = i < 2 * points;
      m[i] *= zeroMode ? points : 2 * points;
    }
    return m;
  }

  /** {@code [2, 2 rows, N]}: re or im of x to (k1, re/im), multiplying by exp(-i k1 x) / N. */
  double[] analysisFirst() {
    return first(-1, 1.0 / points, false);
  }

  /** {@code [2, 2 rows, N]}: (k1, re/im) to re or im of x, multiplying by exp(+i k1 x). */
  double[] synthesisFirst() {
    return first(1, 1, true);
  }

  /**
   * The real form of {@code scale exp(sign i k1 x)}, as {@code [part of x, (k1, part), x]}: a
   * complex factor c + i s carries re to (c, s) and im to (-s, c).
   */
  private double[] first(int sign, double scale, boolean toPoints) {
    double[] m = new double[2 * 2 * rows * points];
    int part = 2 * rows * points;
    for (int r = 0; r < rows; r++) {
      for (int i = 0; i < points; i++) {
        double c = scale * cos(rowAxis.wave(r), i);
        double s = scale * sign * sin(rowAxis.wave(r), i);
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
