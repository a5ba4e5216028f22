package io.tfsno.data;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;

/** A float32 .npy file whose blocks are written in any order. */
final class NpyBlocks implements AutoCloseable {
  private final Path file;
  private final FileChannel channel;
  private final long start;

  NpyBlocks(Path file, FlatSet set) {
    this.file = file;
    long[] shape = new long[3 + set.dimension()];
    Arrays.fill(shape, set.points());
    shape[0] = set.trajectories();
    shape[1] = set.steps();
    shape[2] = set.fields().size();
    byte[] header = NpyHeader.encode(FloatType.FLOAT32, shape);
    channel = DataFiles.createForWriting(file);
    start = header.length;
    try {
      Blocks.writeFully(channel, 0, ByteBuffer.wrap(header));
    } catch (IOException e) {
      DataFiles.closeQuietly(channel);
      throw DataFiles.cannotWrite(file, e);
    }
  }

  void write(long firstElement, float[] values) {
    try {
      Blocks.write(
          channel, start + firstElement * FloatType.FLOAT32.bytes(), FloatType.FLOAT32, values);
    } catch (IOException e) {
      throw DataFiles.cannotWrite(file, e);
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw DataFiles.cannotWrite(file, e);
    }
  }
}
