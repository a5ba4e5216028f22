package io.tfsno.data.hdf5;

import io.tfsno.data.file.FileRun;
import java.util.Optional;

/** A stored data set of numbers, read one box at a time. Safe for use by several threads. */
public interface Slab {
  long[] shape();

  /**
   * Reads the box of {@code count} elements per axis at {@code start} into {@code to} from index
   * {@code at} on, in C order.
   */
  void read(long[] start, int[] count, float[] to, int at);

  /** Where a box stands in its file, if that is one run of little-endian float32. */
  default Optional<FileRun> run(long[] start, int[] count) {
    return Optional.empty();
  }

  /** Reads the whole of a small data set: coordinates, times. */
  double[] readAll();
}
