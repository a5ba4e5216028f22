package io.tfsno.serve.http;

/** All places in a queue are taken. Trying again a little later may succeed. */
public final class TooBusy extends RuntimeException {
  public TooBusy(String message) {
    super(message);
  }
}
