package io.tfsno.data.file;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * Bytes that stand in a file one after the other.
 *
 * @param channel of the file, which somebody else closes
 */
public record FileRun(Path file, FileChannel channel, long position, long bytes) {
  /** A part of it. */
  public FileRun part(long from, long count) {
    return new FileRun(file, channel, position + from, count);
  }

  /** Reads all of it into a buffer, from its start on. */
  public void read(ByteBuffer to) {
    try {
      to.clear().limit(Math.toIntExact(bytes));
      Blocks.readFully(channel, position, to);
      to.flip();
    } catch (IOException e) {
      throw DataFiles.cannotRead(file, e);
    }
  }

  /**
   * Copies it within the operating system, which is twice as fast as through a buffer.
   *
   * @param to written from its position on, which is moved
   */
  public void copyTo(FileChannel to) throws IOException {
    for (long done = 0; done < bytes; ) {
      long moved = channel.transferTo(position + done, bytes - done, to);
      if (moved <= 0) {
        throw new EOFException("the file ends at byte " + (position + done));
      }
      done += moved;
    }
  }
}
