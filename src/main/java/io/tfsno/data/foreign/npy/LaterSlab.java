package io.tfsno.data.foreign.npy;

import io.tfsno.data.file.FileRun;
import io.tfsno.data.hdf5.Slab;
import io.tfsno.data.npy.NpyHeader;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/** Numbers that are unpacked when they are first asked for. */
record LaterSlab(Path file, NpyHeader header, Supplier<FileChannel> unpacked) implements Slab {
  @Override
  public long[] shape() {
    return NpyFile.storedShape(header);
  }

  @Override
  public void read(long[] start, int[] count, float[] to, int at) {
    NpyFile.slab(file, unpacked.get(), header).read(start, count, to, at);
  }

  @Override
  public Optional<FileRun> run(long[] start, int[] count) {
    return NpyFile.slab(file, unpacked.get(), header).run(start, count);
  }

  @Override
  public double[] readAll() {
    return NpyFile.slab(file, unpacked.get(), header).readAll();
  }
}
