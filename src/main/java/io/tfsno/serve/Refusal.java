package io.tfsno.serve;

/** A request that is not answered as asked. Its message is all that the client sees. */
final class Refusal extends RuntimeException {
  private final int status;

  Refusal(int status, String message) {
    super(message);
    this.status = status;
  }

  Refusal(int status, String expected, String found, String next) {
    this(status, "expected " + expected + ", found " + found + ". " + next);
  }

  int status() {
    return status;
  }
}
