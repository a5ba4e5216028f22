package io.tfsno.data.file;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;

/**
 * Moves numbers between arrays and a file through a small buffer, so that no copy of the whole
 * block is made. Every read and write is positional, so several threads may share one channel.
 */
public final class Blocks {
  private static final int BUFFER_BYTES = 1 << 18;

  /**
   * Outside the heap: a channel would copy what is inside once more. One call at a time uses it.
   */
  private static final ThreadLocal<ByteBuffer> LARGE =
      ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(BUFFER_BYTES));

  private Blocks() {}

  public static void write(FileChannel channel, long position, FloatType type, float[] values)
      throws IOException {
    write(channel, position, type, values, 0, values.length);
  }

  /** Writes {@code count} of the numbers from index {@code from} on. */
  public static void write(
      FileChannel channel, long position, FloatType type, float[] values, int from, int count)
      throws IOException {
    write(channel, position, type, values, from, count, null);
  }

  /**
   * As above.
   *
   * @param sums takes the bytes as they are written; null for nothing
   */
  public static void write(
      FileChannel channel,
      long position,
      FloatType type,
      float[] values,
      int from,
      int count,
      BlockSums sums)
      throws IOException {
    ByteBuffer buffer = buffer((long) count * type.bytes(), ByteOrder.LITTLE_ENDIAN);
    long to = position;
    if (type == FloatType.FLOAT32) { // by far the most common: bulk copies
      for (int done = 0; done < count; ) {
        int n = Math.min(count - done, buffer.capacity() / type.bytes());
        buffer.asFloatBuffer().put(values, from + done, n);
        buffer.position(n * type.bytes());
        to = drain(channel, to, buffer, sums);
        done += n;
      }
      return;
    }
    for (int i = from; i < from + count; i++) {
      float value = values[i];
      type.put(value, buffer);
      if (!buffer.hasRemaining()) {
        to = drain(channel, to, buffer, sums);
      }
    }
    drain(channel, to, buffer, sums);
  }

  public static void write(FileChannel channel, long position, FloatType type, double[] values)
      throws IOException {
    write(channel, position, type, values, null);
  }

  /**
   * As above.
   *
   * @param sums takes the bytes as they are written; null for nothing
   */
  public static void write(
      FileChannel channel, long position, FloatType type, double[] values, BlockSums sums)
      throws IOException {
    ByteBuffer buffer = buffer((long) values.length * type.bytes(), ByteOrder.LITTLE_ENDIAN);
    long to = position;
    for (double value : values) {
      type.put(value, buffer);
      if (!buffer.hasRemaining()) {
        to = drain(channel, to, buffer, sums);
      }
    }
    drain(channel, to, buffer, sums);
  }

  public static void read(
      FileChannel channel,
      long position,
      ElementType type,
      ByteOrder order,
      float[] to,
      int at,
      int count)
      throws IOException {
    read(channel, position, type, order, to, at, count, null);
  }

  /**
   * As above.
   *
   * @param sums takes the bytes as they are read; null for nothing
   */
  public static void read(
      FileChannel channel,
      long position,
      ElementType type,
      ByteOrder order,
      float[] to,
      int at,
      int count,
      BlockSums sums)
      throws IOException {
    ByteBuffer buffer = buffer((long) count * type.bytes(), order);
    long from = position;
    for (int done = 0; done < count; ) {
      int n = fill(channel, from, type, buffer, count - done, sums);
      type.decode(buffer, to, at + done, n);
      from += (long) n * type.bytes();
      done += n;
    }
  }

  public static void read(
      FileChannel channel, long position, ElementType type, ByteOrder order, double[] to)
      throws IOException {
    read(channel, position, type, order, to, null);
  }

  /**
   * As above.
   *
   * @param sums takes the bytes as they are read; null for nothing
   */
  public static void read(
      FileChannel channel,
      long position,
      ElementType type,
      ByteOrder order,
      double[] to,
      BlockSums sums)
      throws IOException {
    ByteBuffer buffer = buffer((long) to.length * type.bytes(), order);
    long from = position;
    for (int done = 0; done < to.length; ) {
      int n = fill(channel, from, type, buffer, to.length - done, sums);
      type.decode(buffer, to, done, n);
      from += (long) n * type.bytes();
      done += n;
    }
  }

  /** Reads bytes for nothing but their checksums. */
  public static void sum(FileChannel channel, long position, long bytes, BlockSums sums)
      throws IOException {
    ByteBuffer buffer = buffer(bytes, ByteOrder.LITTLE_ENDIAN);
    for (long done = 0; done < bytes; done += buffer.limit()) {
      buffer.clear().limit((int) Math.min(buffer.capacity(), bytes - done));
      readFully(channel, position + done, buffer);
      sums.add(buffer.flip());
    }
  }

  /** Fills the rest of the buffer from the given place; {@link EOFException} if it ends first. */
  public static void readFully(FileChannel channel, long position, ByteBuffer buffer)
      throws IOException {
    long from = position;
    while (buffer.hasRemaining()) {
      int n = channel.read(buffer, from);
      if (n < 0) {
        throw new EOFException("the file ends at byte " + from);
      }
      from += n;
    }
  }

  public static void writeFully(FileChannel channel, long position, ByteBuffer buffer)
      throws IOException {
    long to = position;
    while (buffer.hasRemaining()) {
      to += channel.write(buffer, to);
    }
  }

  private static ByteBuffer buffer(long bytesWanted, ByteOrder order) {
    if (bytesWanted >= BUFFER_BYTES) {
      return LARGE.get().clear().order(order);
    }
    return ByteBuffer.allocate((int) Math.max(8, bytesWanted)).order(order);
  }

  private static int fill(
      FileChannel channel,
      long position,
      ElementType type,
      ByteBuffer buffer,
      int wanted,
      BlockSums sums)
      throws IOException {
    int n = Math.min(wanted, buffer.capacity() / type.bytes());
    buffer.clear().limit(n * type.bytes());
    readFully(channel, position, buffer);
    buffer.flip();
    if (sums != null) {
      sums.add(buffer);
    }
    return n;
  }

  private static long drain(FileChannel channel, long position, ByteBuffer buffer, BlockSums sums)
      throws IOException {
    buffer.flip();
    if (sums != null) {
      sums.add(buffer);
    }
    int bytes = buffer.remaining();
    writeFully(channel, position, buffer);
    buffer.clear();
    return position + bytes;
  }
}
