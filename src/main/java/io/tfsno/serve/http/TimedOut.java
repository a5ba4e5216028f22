package io.tfsno.serve.http;

/** A piece of work was not done within the time it was given. */
public final class TimedOut extends RuntimeException {
  public TimedOut(String message) {
    super(message);
  }
}
