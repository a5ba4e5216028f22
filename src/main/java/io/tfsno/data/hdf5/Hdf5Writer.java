package io.tfsno.data.hdf5;

import io.tfsno.base.UserError;
import io.tfsno.data.file.BlockSums;
import io.tfsno.data.file.Blocks;
import io.tfsno.data.file.DataFiles;
import io.tfsno.data.file.FileHold;
import io.tfsno.data.file.FileRun;
import io.tfsno.data.file.FloatType;
import io.tfsno.data.file.Shapes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Writes a planned HDF5 file in place. Blocks of a data set may come in any order and from several
 * threads; data sets may be larger than memory or 2 GiB.
 *
 * <p>Until {@link #seal} the file carries a mark of its own ({@link UnfinishedFile}) instead of
 * HDF5's signature, so an unfinished file is never mistaken for a whole one, and {@link #reopen}
 * can go on filling it. Which blocks were already there is for the caller to remember.
 */
public final class Hdf5Writer implements AutoCloseable {
  private final Path file;
  private final Hdf5Layout layout;
  private final FileChannel channel;
  private final FileHold hold;
  private final ChecksumWriter checksums;
  private volatile boolean sealed;

  /**
   * Channels with a position of their own, idle ones, for copies from other files. They stay open
   * as long as the writer: to close one would give up the lock on the file.
   */
  private final Queue<FileChannel> cursors = new ConcurrentLinkedQueue<>();

  /**
   * @param hold kept as long as the file is written; null on file systems without locks
   */
  private Hdf5Writer(Path file, Hdf5Layout layout, FileHold hold, FileChannel channel) {
    this.file = file;
    this.layout = layout;
    this.hold = hold;
    this.channel = channel;
    checksums = new ChecksumWriter(layout, channel);
  }

  /** Starts a new file in place of any old one. */
  public static Hdf5Writer create(Path file, Hdf5Plan plan) {
    Hdf5Layout layout = new Hdf5Layout(plan);
    FileHold hold = hold(file);
    FileChannel channel = open(file, hold);
    try {
      if (channel.size() > 0) {
        channel.truncate(0);
      }
      Blocks.writeFully(channel, 0, ByteBuffer.wrap(UnfinishedFile.start(layout)));
      if (channel.size() < layout.fileSize()) { // reserve the full length; sparse where possible
        Blocks.writeFully(channel, layout.fileSize() - 1, ByteBuffer.allocate(1));
      }
      return new Hdf5Writer(file, layout, hold, channel);
    } catch (IOException e) {
      DataFiles.closeQuietly(channel);
      letGo(hold);
      throw DataFiles.cannotWrite(file, e);
    }
  }

  /** Goes on with an unfinished file that {@link #create} started with the same plan. */
  public static Hdf5Writer reopen(Path file, Hdf5Plan plan) {
    if (!Files.isRegularFile(file)) {
      DataFiles.closeQuietly(DataFiles.openForReading(file, "an unfinished data file"));
    }
    Hdf5Layout layout = new Hdf5Layout(plan);
    FileHold hold = hold(file);
    FileChannel channel = open(file, hold);
    try {
      UnfinishedFile.require(file, channel, layout);
      return new Hdf5Writer(file, layout, hold, channel);
    } catch (UserError e) {
      DataFiles.closeQuietly(channel);
      letGo(hold);
      throw e;
    } catch (IOException e) {
      DataFiles.closeQuietly(channel);
      letGo(hold);
      throw DataFiles.cannotRead(file, e);
    }
  }

  /** Refuses a file that another process, or another thread of this one, is writing. */
  private static FileHold hold(Path file) {
    try {
      return FileHold.tryTake(file).orElseThrow(() -> UnfinishedFile.beingWritten(file));
    } catch (IOException e) {
      return null; // a file system without locks: writing is possible, refusing is not
    }
  }

  private static FileChannel open(Path file, FileHold hold) {
    try {
      return FileChannel.open(
          file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    } catch (IOException e) {
      letGo(hold);
      throw DataFiles.cannotWrite(file, e);
    }
  }

  /** For the way out after another error, which is the one worth telling. */
  private static void letGo(FileHold hold) {
    try {
      if (hold != null) {
        hold.close();
      }
    } catch (IOException ignored) {
      // What stopped the writing is on its way to the user.
    }
  }

  /** Writes numbers from {@code firstElement} (counted in C order) of a data set on. */
  public void write(String dataset, long firstElement, float[] values) {
    write(dataset, firstElement, values, 0, values.length);
  }

  /** Writes {@code count} of the numbers from index {@code from} on. */
  public void write(String dataset, long firstElement, float[] values, int from, int count) {
    Hdf5Layout.Placed placed = place(dataset, firstElement, count);
    FloatType type = placed.dataset().type;
    long position = placed.address() + firstElement * type.bytes();
    BlockSums sums = checksums.take(dataset, firstElement, count);
    try {
      Blocks.write(channel, position, type, values, from, count, sums);
      checksums.write(dataset, firstElement, sums);
    } catch (IOException e) {
      throw DataFiles.cannotWrite(file, e);
    }
  }

  /**
   * Copies little-endian float32 from another file to {@code firstElement} of a data set on.
   *
   * @param bytes the same numbers, from position to limit, for their checksums
   */
  public void copy(String dataset, long firstElement, FileRun numbers, ByteBuffer bytes) {
    int count = Math.toIntExact(numbers.bytes() / Float.BYTES);
    Hdf5Layout.Placed placed = place(dataset, firstElement, count);
    if (placed.dataset().type != FloatType.FLOAT32) {
      throw new IllegalArgumentException(dataset + " does not hold float32");
    }
    FileChannel cursor = cursors.poll();
    try {
      cursor = cursor == null ? FileChannel.open(file, StandardOpenOption.WRITE) : cursor;
      cursor.position(placed.address() + firstElement * Float.BYTES);
      numbers.copyTo(cursor);
      BlockSums sums = checksums.take(dataset, firstElement, count);
      if (sums != null) {
        sums.add(bytes);
        checksums.write(dataset, firstElement, sums);
      }
    } catch (IOException e) {
      throw DataFiles.cannotWrite(file, e);
    } finally {
      if (cursor != null) {
        cursors.add(cursor);
      }
    }
  }

  /** Writes numbers, which are rounded if the data set holds float32. */
  public void write(String dataset, long firstElement, double[] values) {
    Hdf5Layout.Placed placed = place(dataset, firstElement, values.length);
    FloatType type = placed.dataset().type;
    long position = placed.address() + firstElement * type.bytes();
    BlockSums sums = checksums.take(dataset, firstElement, values.length);
    try {
      Blocks.write(channel, position, type, values, sums);
      checksums.write(dataset, firstElement, sums);
    } catch (IOException e) {
      throw DataFiles.cannotWrite(file, e);
    }
  }

  /**
   * Leaves the checksums of a data set for {@link #seal}, which reads it once more. Blocks that are
   * written in parts need that; who goes on with a file in which another process has written such
   * blocks has to say so.
   */
  public void sumWhenSealed(String dataset) {
    checksums.leave(dataset);
  }

  /** Returns when all that was written so far is on the disk, so that it may be noted as done. */
  public void force() {
    try {
      channel.force(true);
    } catch (IOException e) {
      throw DataFiles.cannotWrite(file, e);
    }
  }

  /** Declares the file complete: from now on it is an HDF5 file and cannot be written to. */
  public void seal() {
    sealed = true;
    try {
      checksums.writeTheRest();
      force(); // the data must not reach the disk after the signature that vouches for it
      Blocks.writeFully(channel, 0, ByteBuffer.wrap(Hdf5Layout.SIGNATURE));
    } catch (IOException e) {
      throw DataFiles.cannotWrite(file, e);
    }
    force();
  }

  /** Closes the file; without {@link #seal} it stays unfinished. */
  @Override
  public void close() {
    try {
      channel.close();
      for (FileChannel cursor : cursors) {
        cursor.close();
      }
      if (hold != null) {
        hold.close();
      }
    } catch (IOException e) {
      throw DataFiles.cannotWrite(file, e);
    }
  }

  private Hdf5Layout.Placed place(String dataset, long firstElement, int count) {
    Hdf5Layout.Placed placed = layout.datasets().get(dataset);
    if (placed == null) {
      throw new IllegalArgumentException(
          "no data set '%s' in the plan, only %s".formatted(dataset, layout.datasets().keySet()));
    }
    if (sealed) {
      throw new IllegalStateException(file + " is sealed");
    }
    long size = Shapes.size(placed.dataset().shape);
    if (firstElement < 0 || firstElement > size - count) {
      throw new IndexOutOfBoundsException(
          "%d elements from %d on are not all inside '%s' with its %d"
              .formatted(count, firstElement, dataset, size));
    }
    return placed;
  }
}
