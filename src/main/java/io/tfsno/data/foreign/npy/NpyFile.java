package io.tfsno.data.foreign.npy;

import io.tfsno.data.file.DataFiles;
import io.tfsno.data.foreign.ForeignArray;
import io.tfsno.data.foreign.ForeignFile;
import io.tfsno.data.hdf5.ContiguousSlab;
import io.tfsno.data.hdf5.Slab;
import io.tfsno.data.npy.NpyHeader;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** A .npy file: one array, called by the name of the file. */
public final class NpyFile implements ForeignFile {
  private final Path file;
  private final FileChannel channel;
  private final ForeignArray array;

  private NpyFile(Path file, FileChannel channel, NpyHeader header) {
    this.file = file;
    this.channel = channel;
    String name = file.getFileName().toString().replaceFirst("\\.npy$", "");
    this.array = array(name, header, () -> slab(file, channel, header));
  }

  public static NpyFile open(Path file) {
    FileChannel channel = DataFiles.openForReading(file, "a NumPy .npy file");
    try {
      return new NpyFile(file, channel, NpyHeader.read(file, NpyHeader.Bytes.of(channel)));
    } catch (IOException e) {
      DataFiles.closeQuietly(channel);
      throw DataFiles.cannotRead(file, e);
    } catch (RuntimeException e) {
      DataFiles.closeQuietly(channel);
      throw e;
    }
  }

  static ForeignArray array(String name, NpyHeader header, Supplier<Slab> opening) {
    long[] shape = header.shape();
    return new ForeignArray(
        name,
        List.of(),
        shape,
        header.type(),
        header.type().text(),
        Map.of(),
        ForeignArray.ones(shape),
        header.fortranOrder(),
        opening);
  }

  /** The axes in which the numbers are in C order. */
  static long[] storedShape(NpyHeader header) {
    long[] shape = header.shape();
    if (header.fortranOrder()) {
      for (int i = 0; i < shape.length / 2; i++) {
        long first = shape[i];
        shape[i] = shape[shape.length - 1 - i];
        shape[shape.length - 1 - i] = first;
      }
    }
    return shape;
  }

  static Slab slab(Path file, FileChannel channel, NpyHeader header) {
    return new ContiguousSlab(
        file, channel, header.dataStart(), storedShape(header), header.type(), header.byteOrder());
  }

  @Override
  public Path file() {
    return file;
  }

  @Override
  public String format() {
    return "NPY";
  }

  @Override
  public List<ForeignArray> arrays() {
    return List.of(array);
  }

  @Override
  public Map<String, Object> attributes() {
    return Map.of();
  }

  @Override
  public void close() {
    DataFiles.closeQuietly(channel);
  }
}
