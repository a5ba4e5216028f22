package io.tfsno.data.foreign.netcdf;

import io.tfsno.data.file.ElementType;
import io.tfsno.data.file.Shapes;
import io.tfsno.data.hdf5.ContiguousSlab;
import io.tfsno.data.hdf5.Slab;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;

/** A variable that stands in the file record by record, with other variables in between. */
final class RecordSlab implements Slab {
  private final Path file;
  private final FileChannel channel;
  private final long begin;
  private final long stride;
  private final long[] shape;
  private final ElementType type;

  RecordSlab(
      Path file, FileChannel channel, long begin, long stride, long[] shape, ElementType type) {
    this.file = file;
    this.channel = channel;
    this.begin = begin;
    this.stride = stride;
    this.shape = shape;
    this.type = type;
  }

  @Override
  public long[] shape() {
    return shape.clone();
  }

  @Override
  public void read(long[] start, int[] count, float[] to, int at) {
    long[] first = start.clone();
    int[] one = count.clone();
    first[0] = 0;
    one[0] = 1;
    int size = Arrays.stream(one).reduce(1, Math::multiplyExact);
    for (int r = 0; r < count[0]; r++) {
      record(start[0] + r).read(first, one, to, at + r * size);
    }
  }

  @Override
  public double[] readAll() {
    double[] all = new double[Math.toIntExact(Shapes.size(shape))];
    int size = shape[0] == 0 ? 0 : Math.toIntExact(all.length / shape[0]);
    for (int r = 0; r < shape[0]; r++) {
      System.arraycopy(record(r).readAll(), 0, all, r * size, size);
    }
    return all;
  }

  private Slab record(long index) {
    long[] one = shape.clone();
    one[0] = 1;
    return new ContiguousSlab(
        file, channel, begin + index * stride, one, type, ByteOrder.BIG_ENDIAN);
  }
}
