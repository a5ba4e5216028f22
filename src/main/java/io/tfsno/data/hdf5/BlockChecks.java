package io.tfsno.data.hdf5;

import io.tfsno.data.file.BlockSums;
import io.tfsno.data.file.Blocks;
import io.tfsno.data.file.DataFiles;
import io.tfsno.data.file.Shapes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Compares the blocks of a data set with their checksums, each when it is first read after the file
 * was opened. Of the table only the entries that are needed are fetched. Safe for use by several
 * threads.
 */
final class BlockChecks {
  private static final String[] AXES = {"trajectory", "snapshot"};

  private final Path file;
  private final FileChannel channel;
  private final String path;
  private final long table;
  private final long[] counts;
  private final long blockElements;
  private final AtomicLongArray seen;

  /**
   * @param path of the data set
   * @param shape of the data set
   * @param table address of the checksums
   * @param counts blocks along each leading axis; {@code [1]} for one block of everything
   */
  BlockChecks(
      Path file, FileChannel channel, String path, long[] shape, long table, long[] counts) {
    this.file = file;
    this.channel = channel;
    this.path = path;
    this.table = table;
    this.counts = counts.clone();
    long blocks = Shapes.size(counts);
    this.blockElements = Shapes.size(shape) / blocks;
    this.seen = new AtomicLongArray(Math.toIntExact((blocks + Long.SIZE - 1) / Long.SIZE));
  }

  /** Whether a table of this shape has one entry for each block of such a data set. */
  static boolean fits(long[] counts, long[] shape) {
    boolean leading =
        counts.length <= shape.length && Arrays.equals(counts, Arrays.copyOf(shape, counts.length));
    return leading || Arrays.equals(counts, new long[] {1});
  }

  /**
   * Takes the checksums of blocks that are about to be read; null if all of them are known to be
   * sound. Blocks of which only a part is wanted are read as a whole, once.
   */
  BlockSums begin(long first, long count, long address, int elementBytes) throws IOException {
    long from = first / blockElements;
    int blocks = Math.toIntExact((first + count - 1) / blockElements - from + 1);
    if (areSeen(from, blocks)) {
      return null;
    }
    long blockBytes = blockElements * elementBytes;
    if (first % blockElements == 0 && count % blockElements == 0) {
      return new BlockSums(blockBytes, blocks);
    }
    BlockSums sums = new BlockSums(blockBytes, blocks);
    Blocks.sum(channel, address + from * blockBytes, blocks * blockBytes, sums);
    compare(first, sums);
    return null;
  }

  /** Compares the blocks from the one that holds an element on. */
  void compare(long firstElement, BlockSums read) throws IOException {
    long first = firstElement / blockElements;
    int[] found = read.sums();
    ByteBuffer entries =
        ByteBuffer.allocate(found.length * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    Blocks.readFully(channel, table + first * Integer.BYTES, entries);
    for (int i = 0; i < found.length; i++) {
      int expected = entries.getInt(i * Integer.BYTES);
      if (found[i] != expected) {
        throw DataFiles.error(
            file,
            "%s with the checksum %08x".formatted(name(first + i), expected),
            "%08x".formatted(found[i]),
            "The file is damaged. " + Checksums.advice(path));
      }
      note(first + i);
    }
  }

  private String name(long block) {
    if (counts.length == 1 && counts[0] == 1) {
      return "'" + path + "'";
    }
    StringBuilder place = new StringBuilder();
    long rest = block;
    for (int axis = 0; axis < counts.length; axis++) {
      long inner = Shapes.size(Arrays.copyOfRange(counts, axis + 1, counts.length));
      place.append(axis < AXES.length ? AXES[axis] : "index").append(' ').append(rest / inner);
      place.append(axis + 1 < counts.length ? ", " : "");
      rest %= inner;
    }
    return "%s of '%s'".formatted(place, path);
  }

  private boolean areSeen(long first, int count) {
    for (long block = first; block < first + count; block++) {
      if ((seen.get((int) (block / Long.SIZE)) >>> (block % Long.SIZE) & 1) == 0) {
        return false;
      }
    }
    return true;
  }

  private void note(long block) {
    seen.getAndUpdate((int) (block / Long.SIZE), bits -> bits | 1L << (block % Long.SIZE));
  }
}
