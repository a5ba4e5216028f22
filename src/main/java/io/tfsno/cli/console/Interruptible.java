package io.tfsno.cli.console;

import io.tfsno.base.Cancellation;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * Lets Ctrl-C (or a plain kill) stop work at a safe point: the JVM's shutdown waits until the work
 * has saved what it has. The exit code is then 130.
 */
public final class Interruptible {
  private static final long PATIENCE_SECONDS = 30;

  private final Cancellation cancellation = new Cancellation();
  private final CountDownLatch finished = new CountDownLatch(1);
  private volatile boolean shuttingDown;

  private Interruptible() {}

  /**
   * Runs the work.
   *
   * @param farewell what to tell the user when it was stopped
   */
  public static <T> T run(String farewell, Function<Cancellation, T> work) {
    return new Interruptible().guard(farewell, work);
  }

  private <T> T guard(String farewell, Function<Cancellation, T> work) {
    Thread hook = new Thread(this::stopAndWait, "stop-safely");
    Runtime.getRuntime().addShutdownHook(hook);
    Termination.exitAsInterrupted();
    try {
      return work.apply(cancellation);
    } catch (CancellationException e) {
      if (shuttingDown) {
        Progress.freshLine();
        System.err.println("tfsno: " + farewell);
        System.err.flush();
        finished.countDown();
        LockSupport.parkNanos(
            Long.MAX_VALUE); // the JVM ends here, with the exit code of the signal
      }
      throw new CancellationException(farewell);
    } finally {
      finished.countDown();
      removeHook(hook);
    }
  }

  private void stopAndWait() {
    shuttingDown = true;
    cancellation.request();
    try {
      if (!finished.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        Progress.freshLine();
        System.err.println("tfsno: stopped before the work was finished");
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
