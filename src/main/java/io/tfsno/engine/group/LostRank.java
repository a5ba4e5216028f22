package io.tfsno.engine.group;

/** Another process of the same training is gone or hangs, so that this one cannot go on. */
public final class LostRank extends RuntimeException {
  LostRank(String message, Throwable cause) {
    super(message, cause);
  }
}
