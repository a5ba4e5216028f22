package io.tfsno.serve;

/** A piece of work was not done within the time it was given. */
public final class TimedOut extends RuntimeException {
  TimedOut(String message) {
    super(message);
  }
}
