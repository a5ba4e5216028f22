package io.tfsno.data.npy;

import io.tfsno.data.file.Blocks;
import io.tfsno.data.file.DataFiles;
import io.tfsno.data.file.ElementType;
import io.tfsno.data.file.FloatType;
import io.tfsno.data.file.Shapes;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** Reads and writes NumPy's .npy files. */
public final class Npy {
  private static final int MAX_ARRAY = Integer.MAX_VALUE - 8;

  private Npy() {}

  /**
   * Reads a whole array of floating-point or integer numbers of either byte order. Arrays in
   * Fortran order come back in C order. Integers become doubles: exact up to 2^53.
   */
  public static NpyArray read(Path file) {
    try (FileChannel channel = DataFiles.openForReading(file, NpyHeader.WHAT)) {
      NpyHeader header = NpyHeader.read(file, channel);
      long size = Shapes.size(header.shape);
      if (size > MAX_ARRAY) {
        throw DataFiles.error(
            file,
            "at most " + MAX_ARRAY + " numbers",
            size + " numbers",
            "Split the array into several files.");
      }
      int[] shape = new int[header.shape.length];
      for (int i = 0; i < shape.length; i++) {
        shape[i] = Math.toIntExact(header.shape[i]);
      }
      return numbers(channel, header, shape, (int) size);
    } catch (ArithmeticException e) { // an axis above 2^31 next to one of length 0
      throw DataFiles.error(
          file, "axes shorter than 2^31", "a longer one", "Save the array with another shape.");
    } catch (IOException e) {
      throw DataFiles.cannotRead(file, e);
    }
  }

  public static void write(Path file, int[] shape, float[] values) {
    try (NpyWriter writer = new NpyWriter(file, FloatType.FLOAT32, Shapes.longs(shape))) {
      writer.append(values);
    }
  }

  public static void write(Path file, int[] shape, double[] values) {
    try (NpyWriter writer = new NpyWriter(file, FloatType.FLOAT64, Shapes.longs(shape))) {
      writer.append(values);
    }
  }

  /** The bytes that stand before the numbers of a float32 array in C order. */
  public static byte[] header(int... shape) {
    return NpyHeader.encode(FloatType.FLOAT32, Shapes.longs(shape));
  }

  private static NpyArray numbers(FileChannel channel, NpyHeader header, int[] shape, int size)
      throws IOException {
    int[] source = header.fortranOrder ? fortranIndices(shape, size) : null;
    if (header.type == ElementType.FLOAT32) {
      float[] stored = new float[size];
      Blocks.read(channel, header.dataStart, header.type, header.byteOrder, stored, 0, size);
      if (source == null) {
        return new NpyArray(shape, stored);
      }
      float[] ordered = new float[size];
      for (int i = 0; i < size; i++) {
        ordered[i] = stored[source[i]];
      }
      return new NpyArray(shape, ordered);
    }
    double[] stored = new double[size];
    Blocks.read(channel, header.dataStart, header.type, header.byteOrder, stored);
    if (source == null) {
      return new NpyArray(shape, stored);
    }
    double[] ordered = new double[size];
    for (int i = 0; i < size; i++) {
      ordered[i] = stored[source[i]];
    }
    return new NpyArray(shape, ordered);
  }

  /**
   * For each place in C order, where that element stands in Fortran order (first index fastest).
   */
  private static int[] fortranIndices(int[] shape, int size) {
    int[] indices = new int[size];
    int[] at = new int[shape.length];
    int stored = 0;
    for (int i = 0; i < size; i++) {
      indices[i] = stored;
      // Count up like an odometer, last axis first, keeping the Fortran place in step.
      int stride = size;
      for (int axis = shape.length - 1; axis >= 0; axis--) {
        stride /= shape[axis];
        stored += stride;
        if (++at[axis] < shape[axis]) {
          break;
        }
        stored -= stride * shape[axis];
        at[axis] = 0;
      }
    }
    return indices;
  }
}
