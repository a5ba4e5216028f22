package io.tfsno.data.file;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** The CRC-32C of each of several blocks of one size, whose bytes come in order. */
public final class BlockSums {
  private final long blockBytes;
  private final int[] sums;
  private final CRC32C sum = new CRC32C();
  private long filled;
  private int done;

  public BlockSums(long blockBytes, int blocks) {
    this.blockBytes = blockBytes;
    this.sums = new int[blocks];
  }

  /** Takes what stands between the buffer's position and limit, which stay where they are. */
  public void add(ByteBuffer bytes) {
    ByteBuffer rest = bytes.duplicate();
    int end = rest.limit();
    while (rest.position() < end) {
      int count = (int) Math.min(end - rest.position(), blockBytes - filled);
      sum.update(rest.limit(rest.position() + count));
      filled += count;
      if (filled == blockBytes) {
        sums[done++] = (int) sum.getValue();
        sum.reset();
        filled = 0;
      }
    }
  }

  /** The checksums, once every block is complete. */
  public int[] sums() {
    if (done != sums.length) {
      throw new IllegalStateException("%d of %d blocks are complete".formatted(done, sums.length));
    }
    return sums;
  }
}
