package io.tfsno.cli;

import io.tfsno.base.Cancellation;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Lets Ctrl-C (or a plain kill) stop work at a safe point: the JVM's shutdown waits until the work
 * has saved what it has. The exit code is then the JVM's own, 130 after Ctrl-C.
 */
final class Interruptible {
  private static final long PATIENCE_SECONDS = 30;

  private Interruptible() {}

  static <T> T run(Function<Cancellation, T> work) {
    Cancellation cancellation = new Cancellation();
    CountDownLatch finished = new CountDownLatch(1);
    Thread hook =
        new Thread(
            () -> {
              cancellation.request();
              await(finished);
            },
            "stop-safely");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      return work.apply(cancellation);
    } finally {
      finished.countDown();
      removeHook(hook);
    }
  }

  private static void await(CountDownLatch finished) {
    try {
      boolean ended = finished.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (!ended) {
        System.err.println("tfsno: stopped before the work could end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException shuttingDown) {
      // The hook is what is running now: it ends by itself.
    }
  }
}
