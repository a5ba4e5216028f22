package io.tfsno.base;

import java.util.concurrent.CancellationException;

/**
 * A wish to stop, raised by one thread (an interrupt handler, a closing window) and honoured by the
 * threads that work, at the next point where nothing is half done.
 */
public final class Cancellation {
  private volatile boolean requested;

  /** Asks the work to stop. */
  public void request() {
    requested = true;
  }

  public boolean requested() {
    return requested;
  }

  /** Throws {@link CancellationException} if a stop was asked for. */
  public void check() {
    if (requested) {
      throw new CancellationException("stopped on request");
    }
  }
}
