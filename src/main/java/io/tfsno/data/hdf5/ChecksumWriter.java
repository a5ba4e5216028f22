package io.tfsno.data.hdf5;

import io.tfsno.data.file.BlockSums;
import io.tfsno.data.file.Blocks;
import io.tfsno.data.file.Shapes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Fills the {@link Checksums} of a file that is being written. Blocks that are written whole are
 * summed on their way; the others are read back at the end.
 */
final class ChecksumWriter {
  private static final long SUMMED_BYTES = 1 << 24;

  private final Hdf5Layout layout;
  private final FileChannel channel;

  /** Data sets with blocks that were written in parts. */
  private final Set<String> unsummed = ConcurrentHashMap.newKeySet();

  ChecksumWriter(Hdf5Layout layout, FileChannel channel) {
    this.layout = layout;
    this.channel = channel;
  }

  /** Leaves the checksums of a data set for {@link #writeTheRest}. */
  void leave(String path) {
    if (layout.datasets().get(path).dataset().blockAxes >= 0) {
      unsummed.add(path);
    }
  }

  /** What takes the checksums of numbers on their way; null if they have none, or not yet. */
  BlockSums take(String path, long firstElement, int count) {
    Hdf5Plan.Dataset dataset = layout.datasets().get(path).dataset();
    if (dataset.blockAxes <= 0) {
      return null;
    }
    long block = dataset.blockElements();
    if (firstElement % block != 0 || count % block != 0) {
      unsummed.add(path);
      return null;
    }
    return new BlockSums(block * dataset.type.bytes(), Math.toIntExact(count / block));
  }

  /**
   * Enters them into the table of their data set.
   *
   * @param sums as taken from {@code firstElement} on; null for none
   */
  void write(String path, long firstElement, BlockSums sums) throws IOException {
    if (sums == null) {
      return;
    }
    int[] values = sums.sums();
    ByteBuffer bytes =
        ByteBuffer.allocate(values.length * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asIntBuffer().put(values);
    long table = layout.datasets().get(Checksums.table(path)).address();
    long first = firstElement / layout.datasets().get(path).dataset().blockElements();
    Blocks.writeFully(channel, table + first * Integer.BYTES, bytes);
  }

  /** Reads back what has no checksums yet. */
  void writeTheRest() throws IOException {
    for (Map.Entry<String, Hdf5Layout.Placed> placed : layout.datasets().entrySet()) {
      if (placed.getValue().dataset().blockAxes == 0 || unsummed.contains(placed.getKey())) {
        sumAgain(placed.getKey(), placed.getValue());
      }
    }
  }

  private void sumAgain(String path, Hdf5Layout.Placed placed) throws IOException {
    Hdf5Plan.Dataset dataset = placed.dataset();
    long block = dataset.blockElements();
    long blockBytes = block * dataset.type.bytes();
    long blocks = Shapes.size(dataset.blocks());
    int together = (int) Math.max(1, Math.min(blocks, SUMMED_BYTES / blockBytes));
    for (long first = 0; first < blocks; first += together) {
      int count = (int) Math.min(together, blocks - first);
      BlockSums sums = new BlockSums(blockBytes, count);
      Blocks.sum(channel, placed.address() + first * blockBytes, count * blockBytes, sums);
      write(path, first * block, sums);
    }
  }
}
