package io.tfsno.report.figure;

import java.util.stream.DoubleStream;

/** Values on a rectangular grid, row after row. */
final class Raster {
  private final int rows;
  private final int cols;
  private final double[] values;

  private Raster(int rows, int cols, double[] values) {
    this.rows = rows;
    this.cols = cols;
    this.values = values;
  }

  static Raster of(int rows, int cols, double[] values) {
    if (rows < 1 || cols < 1 || values.length != (long) rows * cols) {
      throw new IllegalArgumentException(
          "expected rows*cols values with both at least 1, found %d values for %d x %d"
              .formatted(values.length, rows, cols));
    }
    return new Raster(rows, cols, values.clone());
  }

  static Raster of(double[][] values) {
    int cols = values.length == 0 ? 0 : values[0].length;
    double[] flat = new double[values.length * cols];
    for (int r = 0; r < values.length; r++) {
      if (values[r].length != cols) {
        throw new IllegalArgumentException(
            "expected rows of equal length %d, found %d values in row %d"
                .formatted(cols, values[r].length, r));
      }
      System.arraycopy(values[r], 0, flat, r * cols, cols);
    }
    return of(values.length, cols, flat);
  }

  int rows() {
    return rows;
  }

  int cols() {
    return cols;
  }

  double at(int row, int col) {
    return values[row * cols + col];
  }

  DoubleStream values() {
    return DoubleStream.of(values);
  }

  /** Averages over blocks so that no side is longer than {@code most}; itself if none is. */
  Raster shrunk(int most) {
    int high = (rows + most - 1) / most;
    int wide = (cols + most - 1) / most;
    if (high == 1 && wide == 1) {
      return this;
    }
    int r = (rows + high - 1) / high;
    int c = (cols + wide - 1) / wide;
    double[] means = new double[r * c];
    for (int i = 0; i < r; i++) {
      for (int j = 0; j < c; j++) {
        means[i * c + j] = mean(i * high, (i + 1) * high, j * wide, (j + 1) * wide);
      }
    }
    return new Raster(r, c, means);
  }

  /** The mean of the block, cut at the border; NaN only where nothing in it is finite. */
  private double mean(int fromRow, int toRow, int fromCol, int toCol) {
    double sum = 0;
    int count = 0;
    for (int r = fromRow; r < Math.min(toRow, rows); r++) {
      for (int c = fromCol; c < Math.min(toCol, cols); c++) {
        if (Double.isFinite(at(r, c))) {
          sum += at(r, c);
          count++;
        }
      }
    }
    return count == 0 ? Double.NaN : sum / count;
  }
}
