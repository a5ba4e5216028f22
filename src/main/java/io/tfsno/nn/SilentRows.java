package io.tfsno.nn;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Rows of a parameter that are zero and not trained, such as the modes that a spectral product
 * leaves out. Networks hold them, because products over all rows need no exceptions; files leave
 * them out.
 *
 * @param rows their numbers, in order
 * @param size values of a row
 */
record SilentRows(int[] rows, int size) {
  static final SilentRows NONE = new SilentRows(new int[0], 1);

  boolean isEmpty() {
    return rows.length == 0;
  }

  long count() {
    return (long) rows.length * size;
  }

  /** As stretches of a vector in which the parameter begins at {@code offset}. */
  List<Parameters.Stretch> stretches(long offset) {
    List<Parameters.Stretch> all = new ArrayList<>();
    for (int first = 0; first < rows.length; ) {
      int next = first + 1;
      while (next < rows.length && rows[next] == rows[next - 1] + 1) {
        next++;
      }
      all.add(
          new Parameters.Stretch(offset + (long) rows[first] * size, (long) (next - first) * size));
      first = next;
    }
    return all;
  }

  /** What is left of values without these rows. */
  float[] without(float[] values) {
    float[] left = new float[Math.toIntExact(values.length - count())];
    int[] others = others(values.length / size);
    for (int i = 0; i < others.length; i++) {
      System.arraycopy(values, others[i] * size, left, i * size, size);
    }
    return left;
  }

  /** Values with these rows again, which are zero. */
  float[] with(float[] left) {
    float[] values = new float[Math.toIntExact(left.length + count())];
    int[] others = others(values.length / size);
    for (int i = 0; i < others.length; i++) {
      System.arraycopy(left, i * size, values, others[i] * size, size);
    }
    return values;
  }

  private int[] others(int all) {
    return IntStream.range(0, all).filter(row -> Arrays.binarySearch(rows, row) < 0).toArray();
  }
}
