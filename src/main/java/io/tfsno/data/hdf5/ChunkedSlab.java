package io.tfsno.data.hdf5;

import io.jhdf.dataset.chunked.Chunk;
import io.jhdf.dataset.chunked.ChunkOffset;
import io.tfsno.data.file.Blocks;
import io.tfsno.data.file.Boxes;
import io.tfsno.data.file.DataFiles;
import io.tfsno.data.file.ElementType;
import io.tfsno.data.file.Shapes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

/**
 * Numbers cut into equal chunks, each compressed by itself. Chunks at the far edges stand out over
 * the data set; a chunk that was never written reads as the fill value.
 */
final class ChunkedSlab implements Slab {
  /** Takes a run of numbers from the buffer's position on, or of fill values if it is null. */
  @FunctionalInterface
  private interface Target {
    void take(ByteBuffer data, int at, int count);
  }

  private final Path file;
  private final FileChannel channel;
  private final long base;
  private final long[] shape;
  private final long[] chunkShape;
  private final Map<ChunkOffset, Chunk> chunks;
  private final ChunkFilters filters;
  private final ElementType type;
  private final ByteOrder order;
  private final double fill;

  ChunkedSlab(
      Hdf5Input input,
      FileChannel channel,
      Hdf5Dataset dataset,
      Map<ChunkOffset, Chunk> chunks,
      long[] chunkShape) {
    this.file = input.file();
    this.channel = channel;
    this.base = input.userBlock();
    this.shape = dataset.shape();
    this.chunkShape = chunkShape;
    this.chunks = chunks;
    this.filters = dataset.filters();
    this.type = dataset.type();
    this.order = dataset.order();
    this.fill = dataset.fill();
  }

  @Override
  public long[] shape() {
    return shape.clone();
  }

  @Override
  public double[] readAll() {
    double[] all = new double[Math.toIntExact(Shapes.size(shape))];
    visit(
        new long[shape.length],
        shape,
        (data, at, count) -> {
          if (data == null) {
            Arrays.fill(all, at, at + count, fill);
          } else {
            type.decode(data, all, at, count);
          }
        });
    return all;
  }

  @Override
  public void read(long[] start, int[] count, float[] to, int at) {
    visit(
        start,
        Shapes.longs(count),
        (data, place, length) -> {
          if (data == null) {
            Arrays.fill(to, at + place, at + place + length, (float) fill);
          } else {
            type.decode(data, to, at + place, length);
          }
        });
  }

  private void visit(long[] start, long[] box, Target to) {
    int rank = shape.length;
    long[] first = new long[rank];
    for (int i = 0; i < rank; i++) {
      first[i] = start[i] / chunkShape[i] * chunkShape[i];
    }
    long[] corner = first.clone();
    int axis;
    do {
      visitChunk(corner, start, box, to);
      // Step to the next chunk like an odometer, last axis first.
      axis = rank - 1;
      while (axis >= 0 && (corner[axis] += chunkShape[axis]) >= start[axis] + box[axis]) {
        corner[axis] = first[axis];
        axis--;
      }
    } while (axis >= 0);
  }

  /** Copies what the chunk at {@code corner} and the wanted box have in common. */
  private void visitChunk(long[] corner, long[] start, long[] box, Target to) {
    int rank = shape.length;
    long[] common = new long[rank];
    long[] inChunk = new long[rank];
    long[] inBox = new long[rank];
    for (int i = 0; i < rank; i++) {
      long low = Math.max(corner[i], start[i]);
      common[i] = Math.min(corner[i] + chunkShape[i], start[i] + box[i]) - low;
      inChunk[i] = low - corner[i];
      inBox[i] = low - start[i];
    }
    Chunk chunk = chunks.get(new ChunkOffset(corner));
    ByteBuffer data = chunk == null ? null : ByteBuffer.wrap(decoded(chunk)).order(order);
    Boxes.forEachRun(
        common,
        chunkShape,
        inChunk,
        box,
        inBox,
        (from, into, length) -> {
          if (data != null) {
            data.position(Math.toIntExact(from * type.bytes()));
          }
          to.take(data, Math.toIntExact(into), length);
        });
  }

  private byte[] decoded(Chunk chunk) {
    try {
      long place = base + chunk.getAddress();
      if (chunk.getSize() < 0 || place < 0 || place > channel.size() - chunk.getSize()) {
        throw new IOException("a chunk lies beyond the end of the file");
      }
      ByteBuffer stored = ByteBuffer.allocate(chunk.getSize());
      Blocks.readFully(channel, place, stored);
      int bytes = Math.toIntExact(Shapes.size(chunkShape) * type.bytes());
      return filters.decode(stored.array(), chunk.getFilterMask(), bytes);
    } catch (IOException e) {
      throw DataFiles.error(
          file, "whole chunks of data", e.getMessage(), "Copy or download the file again.");
    }
  }
}
