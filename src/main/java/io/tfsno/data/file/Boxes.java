package io.tfsno.data.file;

/** Copies boxes between arrays of different shapes: chunk to slab, data set to slab. */
public final class Boxes {
  private Boxes() {}

  /** A run of elements that is contiguous in both arrays. */
  @FunctionalInterface
  public interface Run {
    void copy(long from, long to, int length);
  }

  /**
   * Visits a box as runs, as long as possible. The box lies at {@code fromStart} in an array of
   * shape {@code fromShape} and at {@code toStart} in one of shape {@code toShape}, both in C
   * order.
   */
  public static void forEachRun(
      long[] box, long[] fromShape, long[] fromStart, long[] toShape, long[] toStart, Run run) {
    int axis = box.length - 1;
    long length = box[axis];
    // An axis that the box fills in both arrays joins the rows of the axis before it into one run.
    while (axis > 0 && box[axis] == fromShape[axis] && box[axis] == toShape[axis]) {
      axis--;
      length *= box[axis];
    }
    long runs = 1;
    for (int i = 0; i < axis; i++) {
      runs *= box[i];
    }
    long[] at = new long[box.length];
    for (long n = 0; n < runs; n++) {
      long rest = n;
      for (int i = axis - 1; i >= 0; i--) {
        at[i] = rest % box[i];
        rest /= box[i];
      }
      run.copy(
          index(fromShape, fromStart, at), index(toShape, toStart, at), Math.toIntExact(length));
    }
  }

  private static long index(long[] shape, long[] start, long[] at) {
    long index = 0;
    for (int i = 0; i < shape.length; i++) {
      index = index * shape[i] + start[i] + at[i];
    }
    return index;
  }
}
