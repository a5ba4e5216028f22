package io.tfsno.serve.http;

/** A request that is not answered as asked. Its message is all that the client sees. */
public final class Refusal extends RuntimeException {
  private final int status;

  public Refusal(int status, String message) {
    super(message);
    this.status = status;
  }

  public Refusal(int status, String expected, String found, String next) {
    this(status, "expected " + expected + ", found " + found + ". " + next);
  }

  public int status() {
    return status;
  }
}
