package io.tfsno.serve;

/** All places in a line are taken. Trying again a little later may succeed. */
public final class TooBusy extends RuntimeException {
  TooBusy(String message) {
    super(message);
  }
}
