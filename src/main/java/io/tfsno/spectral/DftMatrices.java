package io.tfsno.spectral;

/**
 * The four real matrices of a truncated transform, row-major and in float64.
 *
 * <p>The last axis goes from N real values to the columns' (re | im) blocks; the first axis mixes
 * (row, re/im) pairs, because its input is complex already. Analysis carries the factor 1/N of the
 * "forward" normalisation. Synthesis along the last axis counts every column k2 &gt; 0 twice, for
 * the conjugate half that is not stored, and takes the real part for k2 = 0, which is the Hermitian
 * projection.
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

  /** {@code [N, 2 columns]}: x to (re | im). */
  double[] analysisLast() {
    double[] m = new double[points * 2 * columns];
    for (int i = 0; i < points; i++) {
      for (int k = 0; k < columns; k++) {
        m[i * 2 * columns + k] = cos(k, i) / points;
        m[i * 2 * columns + columns + k] = -sin(k, i) / points;
      }
    }
    return m;
  }

  /** {@code [2 columns, N]}: (re | im) to x. */
  double[] synthesisLast() {
    double[] m = new double[2 * columns * points];
    for (int k = 0; k < columns; k++) {
      double multiplicity = k == 0 ? 1 : 2;
      for (int i = 0; i < points; i++) {
        m[k * points + i] = multiplicity * cos(k, i);
        m[(columns + k) * points + i] = -multiplicity * sin(k, i);
      }
    }
    return m;
  }

  /** {@code [2 rows, 2 N]}: (point, re/im) to (re/im, row), multiplying by exp(-i k x) / N. */
  double[] analysisFirst() {
    double[] m = new double[2 * rows * 2 * points];
    for (int r = 0; r < rows; r++) {
      for (int i = 0; i < points; i++) {
        double c = cos(rowAxis.wave(r), i) / points;
        double s = sin(rowAxis.wave(r), i) / points;
        int re = r * 2 * points + 2 * i;
        int im = (rows + r) * 2 * points + 2 * i;
        m[re] = c;
        m[re + 1] = s;
        m[im] = -s;
        m[im + 1] = c;
      }
    }
    return m;
  }

  /** {@code [2 N, 2 rows]}: (re/im, row) to (point, re/im), multiplying by exp(+i k x). */
  double[] synthesisFirst() {
    double[] m = new double[2 * points * 2 * rows];
    for (int i = 0; i < points; i++) {
      for (int r = 0; r < rows; r++) {
        double c = cos(rowAxis.wave(r), i);
        double s = sin(rowAxis.wave(r), i);
        int re = 2 * i * 2 * rows + r;
        int im = (2 * i + 1) * 2 * rows + r;
        m[re] = c;
        m[re + rows] = -s;
        m[im] = s;
        m[im + rows] = c;
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
