package io.tfsno.serve.http;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Interrupts threads that a client keeps waiting for too long. An interrupt closes the socket that
 * a thread reads from or writes to, so a stalled client loses its connection and the wait ends.
 */
public final class Watchdog implements AutoCloseable {
  private static final long LOOK_MILLIS = 250;

  private final Set<Limit> limits = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "watchdog");
            thread.setDaemon(true);
            return thread;
          });

  public Watchdog() {
    var unused =
        clock.scheduleWithFixedDelay(this::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Watches this thread until the limit is closed. */
  Limit limit(Duration most) {
    Limit limit = new Limit(Thread.currentThread(), System.nanoTime() + most.toNanos());
    limits.add(limit);
    return limit;
  }

  private void look() {
    long now = System.nanoTime();
    limits.forEach(limit -> limit.interruptAfter(now));
  }

  /** One wait. */
  final class Limit implements AutoCloseable {
    private final Thread thread;
    private final long deadline;
    private boolean over;

    private Limit(Thread thread, long deadline) {
      this.thread = thread;
      this.deadline = deadline;
    }

    private synchronized void interruptAfter(long now) {
      if (!over && now - deadline > 0) {
        thread.interrupt();
      }
    }

    @Override
    public synchronized void close() {
      over = true;
      limits.remove(this);
    }
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
