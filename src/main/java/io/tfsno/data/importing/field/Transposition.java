package io.tfsno.data.importing.field;

/** Copies a box into an array with another order of axes. */
final class Transposition {
  /** Blocks of this edge fit the first cache, read one way and written the other. */
  private static final int EDGE = 32;

  private final float[] from;
  private final int[] extent;
  private final int[] fromStride;
  private final int[] toStride;
  private final float[] to;

  private Transposition(float[] from, int[] extent, int[] fromStride, int[] toStride, float[] to) {
    this.from = from;
    this.extent = extent;
    this.fromStride = fromStride;
    this.toStride = toStride;
    this.to = to;
  }

  /**
   * @param from numbers in C order of {@code extent}
   * @param toStride by how much a step along each of these axes goes on in {@code to}
   */
  static void copy(float[] from, int[] extent, int[] toStride, float[] to, int at) {
    int rank = extent.length;
    int[] fromStride = new int[rank];
    int step = 1;
    int fastest = rank - 1; // of the target, among axes that are longer than one
    for (int i = rank - 1; i >= 0; i--) {
      fromStride[i] = step;
      step *= extent[i];
      if (extent[i] > 1 && (extent[fastest] == 1 || toStride[i] < toStride[fastest])) {
        fastest = i;
      }
    }
    new Transposition(from, extent, fromStride, toStride, to).axis(0, fastest, 0, at);
  }

  private void axis(int axis, int fastest, int source, int target) {
    int last = extent.length - 1;
    if (axis == last) {
      if (fastest == last) {
        row(source, target);
      } else {
        plane(fastest, source, target);
      }
      return;
    }
    if (axis == fastest) { // left for the plane, together with the last axis
      axis(axis + 1, fastest, source, target);
      return;
    }
    for (int i = 0; i < extent[axis]; i++) {
      axis(axis + 1, fastest, source + i * fromStride[axis], target + i * toStride[axis]);
    }
  }

  private void row(int source, int target) {
    int last = extent.length - 1;
    if (toStride[last] == 1) {
      System.arraycopy(from, source, to, target, extent[last]);
      return;
    }
    for (int i = 0; i < extent[last]; i++) {
      to[target + i * toStride[last]] = from[source + i];
    }
  }

  private void plane(int fastest, int source, int target) {
    int last = extent.length - 1;
    for (int a0 = 0; a0 < extent[fastest]; a0 += EDGE) {
      int a1 = Math.min(a0 + EDGE, extent[fastest]);
      for (int b0 = 0; b0 < extent[last]; b0 += EDGE) {
        int b1 = Math.min(b0 + EDGE, extent[last]);
        for (int b = b0; b < b1; b++) {
          int read = source + b;
          int write = target + b * toStride[last];
          for (int a = a0; a < a1; a++) {
            to[write + a * toStride[fastest]] = from[read + a * fromStride[fastest]];
          }
        }
      }
    }
  }
}
