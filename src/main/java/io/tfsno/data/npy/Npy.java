package io.tfsno.data.npy;

import io.tfsno.data.file.Blocks;
import io.tfsno.data.file.DataFiles;
import io.tfsno.data.file.ElementType;
import io.tfsno.data.file.FloatType;
import io.tfsno.data.file.Shapes;
import java.io.IOException;
import java.nio.ByteBuffer;
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
      return array(file, header, Source.of(channel, header));
    } catch (IOException e) {
      throw DataFiles.cannotRead(file, e);
    }
  }

  /** Reads what is in memory as the contents of a file; {@code source} names it in messages. */
  public static NpyArray parse(String source, byte[] content) {
    try {
      NpyHeader header = NpyHeader.read(Path.of(source), NpyHeader.Bytes.of(content));
      return array(Path.of(source), header, Source.of(content, header));
    } catch (IOException e) {
      throw DataFiles.cannotRead(Path.of(source), e);
    }
  }

  /** Where the numbers come from, all of them in stored order. */
  private interface Source {
    void into(float[] all) throws IOException;

    void into(double[] all) throws IOException;

    static Source of(FileChannel file, NpyHeader h) {
      return new Source() {
        @Override
        public void into(float[] all) throws IOException {
          Blocks.read(file, h.dataStart, h.type, h.byteOrder, all, 0, all.length);
        }

        @Override
        public void into(double[] all) throws IOException {
          Blocks.read(file, h.dataStart, h.type, h.byteOrder, all);
        }
      };
    }

    static Source of(byte[] content, NpyHeader h) {
      ByteBuffer data = ByteBuffer.wrap(content).position((int) h.dataStart).order(h.byteOrder);
      return new Source() {
        @Override
        public void into(float[] all) {
          h.type.decode(data, all, 0, all.length);
        }

        @Override
        public void into(double[] all) {
          h.type.decode(data, all, 0, all.length);
        }
      };
    }
  }

  private static NpyArray array(Path file, NpyHeader header, Source source) throws IOException {
    try {
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
      return numbers(source, header, shape, (int) size);
    } catch (ArithmeticException e) { // an axis above 2^31 next to one of length 0
      throw DataFiles.error(
          file, "axes shorter than 2^31", "a longer one", "Save the array with another shape.");
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

  private static NpyArray numbers(Source from, NpyHeader header, int[] shape, int size)
      throws IOException {
    int[] source = header.fortranOrder ? fortranIndices(shape, size) : null;
    if (header.type == ElementType.FLOAT32) {
      float[] stored = new float[size];
      from.into(stored);
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
    from.into(stored);
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
