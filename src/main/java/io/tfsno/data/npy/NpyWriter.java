package io.tfsno.data.npy;

import io.tfsno.data.file.Blocks;
import io.tfsno.data.file.DataFiles;
import io.tfsno.data.file.FloatType;
import io.tfsno.data.file.Shapes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes a .npy file of known shape block by block, in C order. The blocks go to {@code NAME.part},
 * which takes its final name only when every number is there: a file of the final name is always
 * whole.
 */
public final class NpyWriter implements AutoCloseable {
  private final Path file;
  private final Path part;
  private final FloatType type;
  private final long size;
  private final FileChannel channel;
  private long position;
  private long written;
  private boolean closed;

  public NpyWriter(Path file, FloatType type, long... shape) {
    for (long n : shape) {
      if (n < 0) {
        throw new IllegalArgumentException("negative length in shape " + Shapes.text(shape));
      }
    }
    this.file = file;
    this.part = DataFiles.partOf(file);
    this.type = type;
    this.size = Shapes.size(shape);
    byte[] header = NpyHeader.encode(type, shape);
    this.channel = DataFiles.createForWriting(part);
    try {
      Blocks.writeFully(channel, 0, ByteBuffer.wrap(header));
    } catch (IOException e) {
      DataFiles.closeQuietly(channel);
      throw DataFiles.cannotWrite(part, e);
    }
    position = header.length;
  }

  /** Adds the next numbers; they are rounded if the file holds float32. */
  public void append(double[] values) {
    claim(values.length);
    try {
      Blocks.write(channel, position, type, values);
    } catch (IOException e) {
      throw DataFiles.cannotWrite(file, e);
    }
    advance(values.length);
  }

  /** Adds the next numbers. */
  public void append(float[] values) {
    claim(values.length);
    try {
      Blocks.write(channel, position, type, values);
    } catch (IOException e) {
      throw DataFiles.cannotWrite(file, e);
    }
    advance(values.length);
  }

  /**
   * Moves the finished file into place. If numbers are missing, the part is deleted and {@link
   * IllegalStateException} thrown (inside try-with-resources it is only attached to the exception
   * that stopped the writing).
   */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      try (channel) {
        channel.force(true);
      }
      if (written < size) {
        Files.deleteIfExists(part);
        throw new IllegalStateException(
            "%s: closed after %d of %d numbers; nothing was kept".formatted(file, written, size));
      }
      DataFiles.moveIntoPlace(part, file);
    } catch (IOException e) {
      throw DataFiles.cannotWrite(file, e);
    }
  }

  private void claim(int count) {
    if (closed || count > size - written) {
      throw new IllegalStateException(
          "%s: %d numbers do not fit after %d of %d%s"
              .formatted(file, count, written, size, closed ? " (closed)" : ""));
    }
  }

  private void advance(int count) {
    written += count;
    position += (long) count * type.bytes();
  }
}
