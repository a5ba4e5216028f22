package io.tfsno.data.feed;

import io.tfsno.engine.Scope;
import io.tfsno.engine.Threads;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Batches read from a file ahead of their use: two threads read while the device computes. What is
 * read, and in which order it is used, does not depend on them.
 */
final class StreamedFeed implements BatchFeed {
  private static final int THREADS = 2;
  private static final int AHEAD = 8;

  private final StreamedSet set;
  private final ExecutorService readers;
  private final Deque<Ahead> ahead = new ArrayDeque<>();
  private Iterator<Window> expected = List.<Window>of().iterator();

  private record Ahead(Window window, Future<StreamedBlock> states) {}

  StreamedFeed(StreamedSet set) {
    this.set = set;
    readers =
        Executors.newFixedThreadPool(
            THREADS,
            work -> {
              Thread thread =
                  new Thread(
                      () -> {
                        Threads.perOperation(1);
                        work.run();
                      },
                      "reading");
              thread.setDaemon(true);
              return thread;
            });
  }

  @Override
  public void expect(List<Window> windows) {
    drop();
    expected = List.copyOf(windows).iterator();
    readOn();
  }

  private void readOn() {
    while (ahead.size() < AHEAD && expected.hasNext()) {
      Window window = expected.next();
      ahead.add(new Ahead(window, readers.submit(() -> read(window))));
    }
  }

  private StreamedBlock read(Window window) {
    try (Scope scope = new Scope()) {
      return set.read(window).kept();
    }
  }

  @Override
  public BatchMemory memory(int samples, int steps) {
    return new Place(set.room(samples, steps));
  }

  /** The states of the next window, which the caller frees. */
  private StreamedBlock next(Window window) {
    Ahead first = ahead.poll();
    if (first == null || !Arrays.equals(first.window.rows(), window.rows())) {
      throw new IllegalStateException("windows must be loaded in the order they were announced");
    }
    readOn();
    return get(first);
  }

  private static StreamedBlock get(Ahead ahead) {
    try {
      return ahead.states.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while reading a batch", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  /** Frees what was read and will not be used. */
  private void drop() {
    expected = List.<Window>of().iterator();
    while (!ahead.isEmpty()) {
      try {
        get(ahead.poll()).close();
      } catch (RuntimeException e) {
        // It could not be read, so there is nothing to free; nobody asked for it either.
      }
    }
  }

  @Override
  public void close() {
    drop();
    readers.shutdown();
  }

  private final class Place implements BatchMemory {
    private final StreamedBlock memory;

    Place(StreamedBlock memory) {
      this.memory = memory;
    }

    @Override
    public void load(Window window) {
      try (StreamedBlock read = next(window)) {
        memory.sendInPlace(read);
      }
    }

    @Override
    public BatchStates states() {
      return memory;
    }

    @Override
    public void close() {
      memory.close();
    }
  }
}
