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

  private final ProgressListener listener;
  private final Map<Cell, Long> done = new HashMap<>();
  private final Set<Cell> ended = new HashSet<>();
  private final Map<Cell, Long> expected = new HashMap<>();

  SuiteProgress(List<Cell> cells, Protocol protocol, ProgressListener listener) {
    this.listener = listener;
    cells.forEach(cell -> expected.put(cell, protocol.updates(cell)));
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
          advance(cell, updates, all, cell.key() + (detail.isEmpty() ? "" : ", " + detail));
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
    long all;
    synchronized (this) {
      ended.add(cell);
      count = ended.size();
      all = expected.get(cell);
    }
    advance(cell, all, all, "");
    return count;
  }

  /** What a cell itself says of its length is more than was estimated before it read its data. */
  private void advance(Cell cell, long updates, long all, String detail) {
    long sum;
    long total;
    synchronized (this) {
      done.put(cell, updates);
      expected.put(cell, all);
      sum = sum(done);
      total = sum(expected);
    }
    listener.progress(sum, total, detail);
  }

  private static long sum(Map<Cell, Long> updates) {
    return updates.values().stream().mapToLong(Long::longValue).sum();
  }
}
