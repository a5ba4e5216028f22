package io.tfsno.operator.context;

/**
 * Least squares from products of columns: {@code min |A c - y|^2 + ridge sum (|a_j| c_j)^2}, by
 * Cholesky's decomposition of the scaled products. The small ridge makes terms that cannot be told
 * apart share what they explain.
 */
final class LeastSquares {
  private static final double RIDGE = 1e-8;

  private LeastSquares() {}

  /**
   * @param products of all columns with each other, {@code [sample, column, column]}, the right
   *     side y last
   * @return a coefficient for each column but the last; 0 for columns that are zero
   */
  static double[] ofProducts(double[] products, int sample, int terms) {
    int n = terms + 1;
    int start = sample * n * n;
    double[] scale = new double[terms];
    for (int i = 0; i < terms; i++) {
      double square = products[start + i * n + i];
      scale[i] = square > 0 ? 1 / Math.sqrt(square) : 0;
    }
    double[][] matrix = new double[terms][terms];
    double[] right = new double[terms];
    for (int i = 0; i < terms; i++) {
      for (int j = 0; j < terms; j++) {
        matrix[i][j] = products[start + i * n + j] * scale[i] * scale[j];
      }
      matrix[i][i] = 1 + RIDGE;
      right[i] = products[start + i * n + terms] * scale[i];
    }
    solveInPlace(matrix, right);
    for (int i = 0; i < terms; i++) {
      right[i] *= scale[i];
    }
    return right;
  }

  /** Replaces the right side by the solution; the matrix is symmetric and positive definite. */
  private static void solveInPlace(double[][] matrix, double[] right) {
    int n = right.length;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        double rest = matrix[i][j];
        for (int k = 0; k < j; k++) {
          rest -= matrix[i][k] * matrix[j][k];
        }
        matrix[i][j] = i == j ? Math.sqrt(Math.max(rest, RIDGE)) : rest / matrix[j][j];
      }
    }
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < i; k++) {
        right[i] -= matrix[i][k] * right[k];
      }
      right[i] /= matrix[i][i];
    }
    for (int i = n - 1; i >= 0; i--) {
      for (int k = i + 1; k < n; k++) {
        right[i] -= matrix[k][i] * right[k];
      }
      right[i] /= matrix[i][i];
    }
  }
}
