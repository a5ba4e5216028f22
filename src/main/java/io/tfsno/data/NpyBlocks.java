package io.tfsno.data;

import io.tfsno.data.file.Blocks;
import io.tfsno.data.file.DataFiles;
import io.tfsno.data.file.FloatType;
import io.tfsno.data.npy.NpyHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;

/** A .npy file whose blocks are written in any order. */
final class NpyBlocks implements AutoCloseable {
  private final Path file;
  private final FloatType type;
  private final FileChannel channel;
  private final long start;

  /**
   * @param lead lengths of the axes before channel and space
   */
  NpyBlocks(Path file, FlatSet set, long[] lead) {
    this.file = file;
    this.type = set.type();
    long[] withChannels = Arrays.copyOf(lead, lead.length + 1);
    withChannels[lead.length] = set.fields().size();
    long[] shape = set.grid().points().shape(withChannels);
    byte[] header = NpyHeader.encode(type, shape);
    channel = DataFiles.createForWriting(file);
    start = header.length;
    try {
      Blocks.writeFully(channel, 0, ByteBuffer.wrap(header));
    } catch (IOException e) {
      DataFiles.closeQuietly(channel);
      throw DataFiles.cannotWrite(file, e);
    }
  }

  void write(long firstElement, double[] values) {
    try {
      Blocks.write(channel, start + firstElement * type.bytes(), type, values);
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
