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

  private Blocks() {}

  public static void write(FileChannel channel, long position, FloatType type, float[] values)
      throws IOException {
    ByteBuffer buffer = buffer((long) values.length * type.bytes(), ByteOrder.LITTLE_ENDIAN);
    long to = position;
    for (float value : values) {
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
    return ByteBuffer.allocate((int) Math.min(Math.max(8, bytesWanted), BUFFER_BYTES)).order(order);
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
