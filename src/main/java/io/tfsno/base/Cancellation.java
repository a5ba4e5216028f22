package io.tfsno.base;

import java.util.concurrent.CancellationException;

/**
 * A wish to stop, raised by one thread (an interrupt handler, a closing window) and honoured by the
 * threads that work, at the next point where nothing is half done.
 */
public final class Cancellation {
  private final Cancellation outer;
  private volatile boolean requested;

  public Cancellation() {
    this(null);
  }

  private Cancellation(Cancellation outer) {
    this.outer = outer;
  }

  /** For a part of the work, which stops with the whole and can be stopped alone. */
  public Cancellation ofAPart() {
    return new Cancellation(this);
  }

  /** Asks the work to stop. */
  public void request() {
    requested = true;
  }

  public boolean requested() {
    return requested || (outer != null && outer.requested());
  }

  /** Throws {@link CancellationException} if a stop was asked for. */
  public void check() {
    if (requested()) {
      throw new CancellationException("stopped on request");
    }
  }
}
