package io.tfsno.serve.http;

import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * Runs requests with a limit on the time from their first byte to the end of their head. The JDK's
 * server parses heads in the threads that answer: a client that sends half of one would keep a
 * thread, and one of the connections, for as long as it likes.
 */
public final class Arrivals implements Executor {
  private static final ThreadLocal<Watchdog.Limit> WAITING = new ThreadLocal<>();

  private final Executor threads;
  private final Watchdog watchdog;
  private final Duration most;

  public Arrivals(Executor threads, Watchdog watchdog, Duration most) {
    this.threads = threads;
    this.watchdog = watchdog;
    this.most = most;
  }

  @Override
  public void execute(Runnable request) {
    threads.execute(
        () -> {
          try (Watchdog.Limit limit = watchdog.limit(most)) {
            WAITING.set(limit);
            request.run();
          } finally {
            WAITING.remove();
            Thread.interrupted(); // the thread's next request has nothing to do with this one
          }
        });
  }

  /** The head of this thread's request is here. */
  public static void arrived() {
    Watchdog.Limit limit = WAITING.get();
    if (limit != null) {
      limit.close();
    }
  }
}
