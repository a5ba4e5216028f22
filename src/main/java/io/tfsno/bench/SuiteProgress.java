package io.tfsno.bench;

import io.tfsno.base.ProgressListener;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Adds up how far several cells have come, in updates of their weights. */
final class SuiteProgress {
  /** Thousands of updates a second need not be told one by one. */
  private static final long TELL_NANOS = 200_000_000L;

  private final Protocol protocol;
  private final ProgressListener listener;
  private final Map<Cell, Long> done = new HashMap<>();
  private final Set<Cell> ended = new HashSet<>();
  private final long total;

  SuiteProgress(List<Cell> cells, Protocol protocol, ProgressListener listener) {
    this.protocol = protocol;
    this.listener = listener;
    total = cells.stream().mapToLong(protocol::updates).sum();
  }

  /** Hears of one cell. */
  ProgressListener of(Cell cell) {
    return new ProgressListener() {
      private long toldAt;

      @Override
      public void progress(long updates, long all, String detail) {
        long now = System.nanoTime();
        if (now - toldAt > TELL_NANOS) {
          toldAt = now;
          advance(cell, updates, cell.key() + (detail.isEmpty() ? "" : ", " + detail));
        }
      }

      @Override
      public void note(String text) {
        listener.note(cell.key() + ": " + text);
      }
    };
  }

  /** Counts a cell as ended, whether it was run here or not. Returns how many are. */
  int end(Cell cell) {
    int count;
    synchronized (this) {
      ended.add(cell);
      count = ended.size();
    }
    advance(cell, protocol.updates(cell), "");
    return count;
  }

  private void advance(Cell cell, long updates, String detail) {
    long sum;
    synchronized (this) {
      done.put(cell, updates);
      sum = done.values().stream().mapToLong(Long::longValue).sum();
    }
    listener.progress(sum, total, detail);
  }
}
