package io.tfsno.data.generate;

/**
 * The normal equations of a small complex least-squares problem. Vectors hold real and imaginary
 * parts in turn.
 */
final class ComplexEquations {
  /** Relative to the square of each column: columns that say the same share a coefficient. */
  private static final double RIDGE = 1e-9;

  private final int n;

  /** Row i, and the right-hand side as its last column. */
  private final double[][] rows;

  ComplexEquations(int unknowns) {
    n = unknowns;
    rows = new double[n][2 * (n + 1)];
  }

  /** One equation {@code row x = target}. */
  void add(double[] row, double targetRe, double targetIm) {
    for (int i = 0; i < n; i++) {
      double re = row[2 * i];
      double im = -row[2 * i + 1];
      for (int j = 0; j < n; j++) {
        addProduct(rows[i], j, re, im, row[2 * j], row[2 * j + 1]);
      }
      addProduct(rows[i], n, re, im, targetRe, targetIm);
    }
  }

  private static void addProduct(double[] row, int j, double a, double b, double c, double d) {
    row[2 * j] += a * c - b * d;
    row[2 * j + 1] += a * d + b * c;
  }

  /** The least squares; the sums are used up. A Hermitian positive matrix needs no pivots. */
  double[] solve() {
    for (int i = 0; i < n; i++) {
      rows[i][2 * i] = rows[i][2 * i] * (1 + RIDGE) + Double.MIN_NORMAL;
    }
    for (int p = 0; p < n; p++) {
      for (int i = p + 1; i < n; i++) {
        subtract(rows[i], rows[p], p);
      }
    }
    double[] x = new double[2 * n];
    for (int i = n - 1; i >= 0; i--) {
      double re = rows[i][2 * n];
      double im = rows[i][2 * n + 1];
      for (int j = i + 1; j < n; j++) {
        re -= rows[i][2 * j] * x[2 * j] - rows[i][2 * j + 1] * x[2 * j + 1];
        im -= rows[i][2 * j] * x[2 * j + 1] + rows[i][2 * j + 1] * x[2 * j];
      }
      x[2 * i] = re / rows[i][2 * i];
      x[2 * i + 1] = im / rows[i][2 * i];
    }
    return x;
  }

  /** Clears column p of a row; the pivot is real. */
  private static void subtract(double[] row, double[] pivot, int p) {
    double re = row[2 * p] / pivot[2 * p];
    double im = row[2 * p + 1] / pivot[2 * p];
    for (int j = p; 2 * j < row.length; j++) {
      addProduct(row, j, -re, -im, pivot[2 * j], pivot[2 * j + 1]);
    }
  }
}
