package io.tfsno.data.hdf5;

import io.jhdf.dataset.chunked.Chunk;
import io.jhdf.dataset.chunked.ChunkOffset;
import io.tfsno.data.file.Blocks;
import io.tfsno.data.file.DataFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Map;

/** The chunks of a data set in an HDF5 file, each compressed by itself. */
record Hdf5Chunks(
    Path file,
    FileChannel channel,
    long base,
    Map<ChunkOffset, Chunk> chunks,
    ChunkFilters filters,
    int bytes)
    implements ChunkSource {

  @Override
  public byte[] decoded(long[] corner) {
    Chunk chunk = chunks.get(new ChunkOffset(corner));
    if (chunk == null) {
      return null;
    }
    try {
      long place = base + chunk.getAddress();
      if (chunk.getSize() < 0 || place < 0 || place > channel.size() - chunk.getSize()) {
        throw new IOException("a chunk lies beyond the end of the file");
      }
      ByteBuffer stored = ByteBuffer.allocate(chunk.getSize());
      Blocks.readFully(channel, place, stored);
      return filters.decode(stored.array(), chunk.getFilterMask(), bytes);
    } catch (IOException e) {
      throw DataFiles.error(
          file, "whole chunks of data", e.getMessage(), "Copy or download the file again.");
    }
  }
}
