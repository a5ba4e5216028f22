package io.tfsno.data.importing.field;

import java.util.Arrays;

/**
 * How the values along an axis are made of those in the file: each is a weighted sum of a few. With
 * one weight of 1 each it is a choice: every third, or the last first.
 */
public final class AxisMap {
  private static final int POINTS = 4;

  private final int[][] from;
  private final double[][] weights;

  private AxisMap(int[][] from, double[][] weights) {
    this.from = from;
    this.weights = weights;
  }

  /** These entries, in this order. */
  public static AxisMap choice(int[] entries) {
    int[][] from = new int[entries.length][];
    double[][] weights = new double[entries.length][];
    for (int i = 0; i < entries.length; i++) {
      from[i] = new int[] {entries[i]};
      weights[i] = new double[] {1};
    }
    return new AxisMap(from, weights);
  }

  /**
   * Cubic interpolation: the Lagrange polynomial through the four nearest points (fewer if there
   * are fewer), one-sided at the ends unless the axis begins again after {@code period}.
   *
   * @param x where values are known, rising
   * @param wanted where they are wanted
   * @param period 0 for an axis that ends
   */
  public static AxisMap interpolation(double[] x, double[] wanted, double period) {
    int n = x.length;
    int points = Math.min(POINTS, n);
    int[][] from = new int[wanted.length][];
    double[][] weights = new double[wanted.length][];
    for (int i = 0; i < wanted.length; i++) {
      int at = Arrays.binarySearch(x, wanted[i]);
      int below = at >= 0 ? at : -at - 2; // the last point not beyond the wanted one
      int first = below - (points / 2 - 1);
      if (period == 0) {
        first = Math.max(0, Math.min(first, n - points));
      }
      from[i] = new int[points];
      double[] near = new double[points];
      for (int k = 0; k < points; k++) {
        int index = first + k;
        from[i][k] = Math.floorMod(index, n);
        near[k] = x[from[i][k]] + Math.floorDiv(index, n) * period;
      }
      weights[i] = lagrange(near, wanted[i]);
    }
    return new AxisMap(from, weights);
  }

  private static double[] lagrange(double[] x, double at) {
    double[] weights = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      weights[i] = 1;
      for (int j = 0; j < x.length; j++) {
        weights[i] *= i == j ? 1 : (at - x[j]) / (x[i] - x[j]);
      }
    }
    return weights;
  }

  /** The same for every {@code stride}-th value alone. */
  public AxisMap every(int stride) {
    int count = (from.length - 1) / stride + 1;
    int[][] fewer = new int[count][];
    double[][] theirs = new double[count][];
    for (int i = 0; i < count; i++) {
      fewer[i] = from[i * stride];
      theirs[i] = weights[i * stride];
    }
    return new AxisMap(fewer, theirs);
  }

  /** The same for an axis of n entries that the file has the other way round. */
  public AxisMap reversed(int entries) {
    int[][] flipped = new int[from.length][];
    for (int i = 0; i < from.length; i++) {
      flipped[i] = Arrays.stream(from[i]).map(index -> entries - 1 - index).toArray();
    }
    return new AxisMap(flipped, weights);
  }

  /** How many values there are. */
  public int length() {
    return from.length;
  }

  /** The first entry of the file that the values from {@code first} on need. */
  public int lowest(int first, int count) {
    int lowest = Integer.MAX_VALUE;
    for (int i = first; i < first + count; i++) {
      lowest = Math.min(lowest, Arrays.stream(from[i]).min().orElseThrow());
    }
    return lowest;
  }

  /** One past the last entry that they need. */
  public int end(int first, int count) {
    int highest = 0;
    for (int i = first; i < first + count; i++) {
      highest = Math.max(highest, Arrays.stream(from[i]).max().orElseThrow());
    }
    return highest + 1;
  }

  /**
   * Makes the values from {@code first} on along one axis.
   *
   * @param values a box of {@code extent}, whose first entry along the axis is {@code read}
   */
  public float[] apply(float[] values, int[] extent, int axis, int first, int count, int read) {
    int outer = 1;
    int inner = 1;
    for (int i = 0; i < extent.length; i++) {
      outer *= i < axis ? extent[i] : 1;
      inner *= i > axis ? extent[i] : 1;
    }
    float[] out = new float[Math.multiplyExact(outer, Math.multiplyExact(count, inner))];
    for (int o = 0; o < outer; o++) {
      for (int i = 0; i < count; i++) {
        int to = (o * count + i) * inner;
        int base = o * extent[axis] - read;
        sum(values, base, inner, from[first + i], weights[first + i], out, to);
      }
    }
    return out;
  }

  private static void sum(
      float[] values, int base, int inner, int[] rows, double[] weights, float[] out, int to) {
    if (rows.length == 1) {
      System.arraycopy(values, (base + rows[0]) * inner, out, to, inner);
      return;
    }
    for (int j = 0; j < inner; j++) {
      double sum = 0;
      for (int k = 0; k < rows.length; k++) {
        sum += weights[k] * values[(base + rows[k]) * inner + j];
      }
      out[to + j] = (float) sum;
    }
  }
}
