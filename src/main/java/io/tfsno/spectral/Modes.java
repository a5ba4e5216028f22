package io.tfsno.spectral;

import java.util.function.IntUnaryOperator;

/**
 * A truncated set of integer wave numbers, with the order in which coefficients are stored.
 *
 * <p>In 1D: {@code k = 0 .. columns-1}. In 2D the last axis is the half-spectrum axis with {@code
 * k2 = 0 .. columns-1}; the first axis is signed, its rows in the order {@code 0 .. positiveRows-1,
 * -negativeRows .. -1}. Coefficients of a real field outside the half spectrum follow by
 * conjugation.
 */
public record Modes(int dimension, int positiveRows, int negativeRows, int columns) {
  public Modes {
    if (dimension != 1 && dimension != 2) {
      throw new IllegalArgumentException("dimension must be 1 or 2, not " + dimension);
    }
    if (columns < 1 || positiveRows < 1 || negativeRows < 0) {
      throw new IllegalArgumentException(
          "a mode set needs at least the mode 0, not columns %d, rows %d and %d"
              .formatted(columns, positiveRows, negativeRows));
    }
    if (dimension == 1 && (positiveRows != 1 || negativeRows != 0)) {
      throw new IllegalArgumentException("a 1D mode set has one row");
    }
  }

  /** {@code k = 0 .. count-1} in 1D. */
  public static Modes line(int count) {
    return new Modes(1, 1, 0, count);
  }

  /** The convention of Fourier neural operators in 2D: rows {@code 0..m1-1, -m1..-1}. */
  public static Modes block(int m1, int m2) {
    return new Modes(2, m1, m1, m2);
  }

  /** The 2/3 rule: every mode with {@code |k| < points/3} along each axis. */
  public static Modes dealiased(int dimension, int points) {
    int limit = (points + 2) / 3;
    return dimension == 1 ? line(limit) : new Modes(2, limit, limit - 1, limit);
  }

  public int rows() {
    return positiveRows + negativeRows;
  }

  /** Number of stored modes. */
  public int count() {
    return rows() * columns;
  }

  /** Shape of a coefficient array: {@code [columns]} in 1D, {@code [rows, columns]} in 2D. */
  public long[] shape() {
    return dimension == 1 ? new long[] {columns} : new long[] {rows(), columns};
  }

  /** Wave number along the first (signed) axis of each stored mode; all 0 in 1D. */
  public int[] k1() {
    return fill(i -> i / columns < positiveRows ? i / columns : i / columns - rows());
  }

  /** Wave number along the last (half-spectrum) axis of each stored mode. */
  public int[] k2() {
    return fill(i -> i % columns);
  }

  private int[] fill(IntUnaryOperator value) {
    int[] k = new int[count()];
    for (int i = 0; i < k.length; i++) {
      k[i] = value.applyAsInt(i);
    }
    return k;
  }
}
