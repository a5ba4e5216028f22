package io.tfsno.data.hdf5;

import io.tfsno.data.file.BlockSums;
import io.tfsno.data.file.Blocks;
import io.tfsno.data.file.Boxes;
import io.tfsno.data.file.DataFiles;
import io.tfsno.data.file.ElementType;
import io.tfsno.data.file.FileRun;
import io.tfsno.data.file.Shapes;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Numbers that stand in one run of the file. jHDF would fetch them row by row, which for a last
 * axis of two channels means eight bytes at a time, and maps at most 2 GiB; here a box is read in
 * runs as long as it allows.
 */
public final class ContiguousSlab implements Slab {
  private final Path file;
  private final FileChannel channel;
  private final long address;
  private final long[] shape;
  private final ElementType type;
  private final ByteOrder order;
  private final BlockChecks checks;

  public ContiguousSlab(
      Path file,
      FileChannel channel,
      long address,
      long[] shape,
      ElementType type,
      ByteOrder order) {
    this(file, channel, address, shape, type, order, null);
  }

  private ContiguousSlab(
      Path file,
      FileChannel channel,
      long address,
      long[] shape,
      ElementType type,
      ByteOrder order,
      BlockChecks checks) {
    this.file = file;
    this.channel = channel;
    this.address = address;
    this.shape = shape;
    this.type = type;
    this.order = order;
    this.checks = checks;
  }

  /**
   * The same numbers, compared with their checksums when they are read.
   *
   * @param path of this data set, for messages
   */
  Slab checked(String path, ContiguousSlab table) {
    boolean sound =
        table.type == ElementType.UINT32
            && table.order == ByteOrder.LITTLE_ENDIAN
            && BlockChecks.fits(table.shape, shape);
    if (!sound) {
      throw DataFiles.error(
          file,
          "unsigned integers, one for each block of '%s' %s".formatted(path, Shapes.text(shape)),
          "'%s' %s of %s"
              .formatted(Checksums.table(path), Shapes.text(table.shape), table.type.text()),
          Checksums.advice(path));
    }
    return new ContiguousSlab(
        file,
        channel,
        address,
        shape,
        type,
        order,
        new BlockChecks(file, channel, path, shape, table.address, table.shape));
  }

  @Override
  public long[] shape() {
    return shape.clone();
  }

  @Override
  public void read(long[] start, int[] count, float[] to, int at) {
    long[] box = Shapes.longs(count);
    Boxes.forEachRun(
        box,
        shape,
        start,
        box,
        new long[box.length],
        (from, into, length) -> run(from, to, Math.toIntExact(at + into), length));
  }

  @Override
  public Optional<FileRun> run(long[] start, int[] count) {
    if (type != ElementType.FLOAT32 || order != ByteOrder.LITTLE_ENDIAN || checks != null) {
      return Optional.empty();
    }
    long[] box = Shapes.longs(count);
    List<FileRun> runs = new ArrayList<>();
    Boxes.forEachRun(
        box,
        shape,
        start,
        box,
        new long[box.length],
        (from, into, length) ->
            runs.add(
                new FileRun(
                    file, channel, address + from * type.bytes(), (long) length * type.bytes())));
    return runs.size() == 1 ? Optional.of(runs.get(0)) : Optional.empty();
  }

  @Override
  public double[] readAll() {
    double[] all = new double[Math.toIntExact(Shapes.size(shape))];
    try {
      BlockSums sums = begin(0, all.length);
      Blocks.read(channel, address, type, order, all, sums);
      end(0, sums);
    } catch (IOException e) {
      throw DataFiles.cannotRead(file, e);
    }
    return all;
  }

  private void run(long from, float[] to, int at, int length) {
    try {
      BlockSums sums = begin(from, length);
      Blocks.read(channel, address + from * type.bytes(), type, order, to, at, length, sums);
      end(from, sums);
    } catch (IOException e) {
      throw DataFiles.cannotRead(file, e);
    }
  }

  private BlockSums begin(long from, long count) throws IOException {
    return checks == null ? null : checks.begin(from, count, address, type.bytes());
  }

  private void end(long from, BlockSums sums) throws IOException {
    if (sums != null) {
      checks.compare(from, sums);
    }
  }
}
