package io.tfsno.train;

import java.util.function.DoubleSupplier;

/** The progress line of a training. */
final class StatusLine {
  private static final long INTERVAL_NANOS = 250_000_000L;

  private long toldAt;
  private String told = "";

  /**
   * The line of now, or the last one if that is recent: asking for the loss waits for the device,
   * so it is asked as often as one can read.
   *
   * @param epoch from 1
   * @param best validation error so far; infinite before the first
   * @param samples since {@code start}, a time in nanoseconds
   */
  String text(int epoch, DoubleSupplier loss, double best, double samples, long start) {
    long now = System.nanoTime();
    if (now - toldAt > INTERVAL_NANOS) {
      toldAt = now;
      String validation = Double.isInfinite(best) ? "" : ", validation %.4f".formatted(best);
      told =
          "epoch %d, loss %.3e%s, %.0f samples/s"
              .formatted(epoch, loss.getAsDouble(), validation, samples / ((now - start) * 1e-9));
    }
    return told;
  }
}
