package io.tfsno.engine;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Something that is made in the background, ahead of its use. Whoever needs it before a thread has
 * begun makes it himself, so what is needed first never waits behind what may not be needed at all.
 */
public final class Ahead<T> {
  private static final int MOST_THREADS = 16;
  private static final int IDLE_SECONDS = 5;

  /** Longer than any single piece of work takes. */
  private static final int LAST_WORK_SECONDS = 30;

  private static final ThreadPoolExecutor POOL = pool();

  private final FutureTask<T> task;

  public Ahead(Supplier<T> work) {
    task = new FutureTask<>(work::get);
    POOL.execute(task);
  }

  /** What was made; throws what making it threw. */
  public T get() {
    task.run();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return task.get();
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (ExecutionException e) {
          throw unwrapped(e);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static RuntimeException unwrapped(ExecutionException e) {
    if (e.getCause() instanceof Error error) {
      throw error;
    }
    return e.getCause() instanceof RuntimeException r ? r : new IllegalStateException(e);
  }

  private static ThreadPoolExecutor pool() {
    int threads = Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors());
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            threads,
            threads,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Ahead::daemon,
            // Refused only when the program ends: then it is made where it is needed, if it is.
            new ThreadPoolExecutor.DiscardPolicy());
    pool.allowCoreThreadTimeOut(true);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(pool)));
    return pool;
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "ahead");
    thread.setDaemon(true);
    return thread;
  }

  /** Native libraries must not be unloaded under a thread that is still inside one. */
  private static void end(ThreadPoolExecutor pool) {
    pool.shutdownNow();
    try {
      pool.awaitTermination(LAST_WORK_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
