package io.tfsno.data.hdf5;

import io.tfsno.data.file.Boxes;
import io.tfsno.data.file.ElementType;
import io.tfsno.data.file.Shapes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Numbers cut into equal chunks, each compressed by itself. Chunks at the far edges stand out over
 * the data set; a chunk that was never written reads as the fill value.
 */
public final class ChunkedSlab implements Slab {
  /** Takes a run of numbers from the buffer's position on, or of fill values if it is null. */
  @FunctionalInterface
  private interface Target {
    void take(ByteBuffer data, int at, int count);
  }

  private final long[] shape;
  private final long[] chunkShape;
  private final ElementType type;
  private final ByteOrder order;
  private final double fill;
  private final ChunkSource chunks;

  /**
   * @param fill stands for what was never written
   */
  public ChunkedSlab(
      long[] shape,
      long[] chunkShape,
      ElementType type,
      ByteOrder order,
      double fill,
      ChunkSource chunks) {
    this.shape = shape;
    this.chunkShape = chunkShape;
    this.type = type;
    this.order = order;
    this.fill = fill;
    this.chunks = chunks;
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
    byte[] decoded = chunks.decoded(corner);
    ByteBuffer data = decoded == null ? null : ByteBuffer.wrap(decoded).order(order);
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
}
