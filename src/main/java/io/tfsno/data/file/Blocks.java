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
    ByteBuffer buffer = buffer((long) count * type.bytes(), ByteOrder.LITTLE_ENDIAN);
    long to = position;
    if (type == FloatType.FLOAT32) { // by far the most common: bulk copies
      for (int done = 0; done < count; ) {
        int n = Math.min(count - done, buffer.capacity() / type.bytes());
        buffer.asFloatBuffer().put(values, from + done, n);
        buffer.position(n * type.bytes());
        to = drain(channel, to, buffer);
        done += n;
      }
      return;
    }
    for (int i = from; i < from + count; i++) {
      float value = values[i];
      type.put(value, buffer);
      if (!buffer.hasRemaining()) {
        to = drain(channel, to, buffer);
      }
    }
    drain(channel, to, buffer);
  }

  public static void write(FileChannel channel, long position, FloatType type, double[] values)
      throws IOException {
    ByteBuffer buffer = buffer((long) values.length * type.bytes(), ByteOrder.LITTLE_ENDIAN);
    long to = position;
    for (double value : values) {
      type.put(value, buffer);
      if (!buffer.hasRemaining()) {
        to = drain(channel, to, buffer);
      }
    }
    drain(channel, to, buffer);
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
    ByteBuffer buffer = buffer((long) count * type.bytes(), order);
    long from = position;
    for (int done = 0; done < count; ) {
      int n = fill(channel, from, type, buffer, count - done);
      type.decode(buffer, to, at + done, n);
      from += (long) n * type.bytes();
      done += n;
    }
  }

  public static void read(
      FileChannel channel, long position, ElementType type, ByteOrder order, double[] to)
      throws IOException {
    ByteBuffer buffer = buffer((long) to.length * type.bytes(), order);
    long from = position;
    for (int done = 0; done < to.length; ) {
      int n = fill(channel, from, type, buffer, to.length - done);
      type.decode(buffer, to, done, n);
      from += (long) n * type.bytes();
      done += n;
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
      FileChannel channel, long position, ElementType type, ByteBuffer buffer, int wanted)
      throws IOException {
    int n = Math.min(wanted, buffer.capacity() / type.bytes());
    buffer.clear().limit(n * type.bytes());
    readFully(channel, position, buffer);
    buffer.flip();
    return n;
  }

  private static long drain(FileChannel channel, long position, ByteBuffer buffer)
      throws IOException {
    buffer.flip();
    int bytes = buffer.remaining();
    writeFully(channel, position, buffer);
    buffer.clear();
    return position + bytes;
  }
}
