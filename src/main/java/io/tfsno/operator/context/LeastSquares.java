package io.tfsno.operator.context;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Least squares with few terms, from the products of columns with each other. As long as there is a
 * term whose part {@code |c_j a_j|} is less than a hundredth of {@code |y|}, the smallest one is
 * left out and the rest is fitted again. What is left explains y; what was left out explained
 * nothing but errors, which differ from sample to sample.
 */
final class LeastSquares {
  /** Lets columns that cannot be told apart share what they explain. */
  private static final double RIDGE = 1e-8;

  private static final double LEAST_PART = 0.01;

  private final double[] products;
  private final int start;
  private final int terms;

  /**
   * @param products {@code [sample, column, column]}, the right side y last
   */
  LeastSquares(double[] products, int sample, int terms) {
    this.products = products;
    this.terms = terms;
    start = sample * (terms + 1) * (terms + 1);
  }

  /** A coefficient for each column but the last; 0 for those left out. */
  double[] coefficients() {
    List<Integer> kept =
        new ArrayList<>(IntStream.range(0, terms).filter(j -> product(j, j) > 0).boxed().toList());
    double least = LEAST_PART * Math.sqrt(product(terms, terms));
    while (!kept.isEmpty()) {
      double[] parts = parts(kept);
      int smallest = smallest(parts);
      if (Math.abs(parts[smallest]) > least) {
        return placed(kept, parts);
      }
      kept.remove(smallest);
    }
    return new double[terms];
  }

  private double product(int i, int j) {
    return products[start + i * (terms + 1) + j];
  }

  private double[] placed(List<Integer> kept, double... parts) {
    double[] all = new double[terms];
    for (int i = 0; i < parts.length; i++) {
      int j = kept.get(i);
      all[j] = parts[i] / Math.sqrt(product(j, j));
    }
    return all;
  }

  private static int smallest(double... parts) {
    int at = 0;
    for (int i = 1; i < parts.length; i++) {
      at = Math.abs(parts[i]) < Math.abs(parts[at]) ? i : at;
    }
    return at;
  }

  /** {@code c_j |a_j|}, by Cholesky's decomposition of the products of columns of length one. */
  private double[] parts(List<Integer> kept) {
    int n = kept.size();
    double[][] lower = new double[n][n];
    double[] x = new double[n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        double rest = i == j ? 1 + RIDGE : cosine(kept.get(i), kept.get(j));
        for (int k = 0; k < j; k++) {
          rest -= lower[i][k] * lower[j][k];
        }
        lower[i][j] = i == j ? Math.sqrt(Math.max(rest, RIDGE)) : rest / lower[j][j];
      }
      x[i] = product(kept.get(i), terms) / Math.sqrt(product(kept.get(i), kept.get(i)));
      for (int k = 0; k < i; k++) {
        x[i] -= lower[i][k] * x[k];
      }
      x[i] /= lower[i][i];
    }
    for (int i = n - 1; i >= 0; i--) {
      for (int k = i + 1; k < n; k++) {
        x[i] -= lower[k][i] * x[k];
      }
      x[i] /= lower[i][i];
    }
    return x;
  }

  private double cosine(int i, int j) {
    return product(i, j) / Math.sqrt(product(i, i) * product(j, j));
  }
}
