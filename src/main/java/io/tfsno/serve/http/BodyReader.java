package io.tfsno.serve.http;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;

/** Takes in the body of one request, if there is room for it. */
final class BodyReader implements AutoCloseable {
  private static final int BLOCK = 1 << 16;
  private static final int DRAIN_BYTES = 32 << 20;
  private static final Duration DRAIN = Duration.ofSeconds(2);

  private final HttpExchange exchange;
  private final Limits limits;
  private final Watchdog watchdog;
  private final Admission admission;
  private Admission.Share share;
  private boolean leftUnread;

  BodyReader(HttpExchange exchange, Limits limits, Watchdog watchdog, Admission admission) {
    this.exchange = exchange;
    this.limits = limits;
    this.watchdog = watchdog;
    this.admission = admission;
  }

  /** The whole body. Its bytes count until {@link #keep} says fewer, or the reader is closed. */
  byte[] read() {
    try {
      return admitted();
    } catch (IOException e) {
      throw new ClientGone(e);
    }
  }

  private byte[] admitted() throws IOException {
    String length = exchange.getRequestHeaders().getFirst("Content-Length");
    long declared = length == null ? limits.bodyBytes() : Long.parseLong(length);
    if (declared > limits.bodyBytes()) {
      drain();
      throw tooLarge();
    }
    share = admission.admit(declared);
    if (share == null) {
      drain();
      exchange.getResponseHeaders().set("Retry-After", "1");
      throw new Refusal(
          503,
          "at most %d bytes in the bodies of all requests together"
              .formatted(limits.bytesInFlight()),
          "no room for %d more".formatted(declared),
          "Try again shortly.");
    }
    byte[] body = receive(length == null ? BLOCK : (int) declared);
    share.received();
    share.shrinkTo(body.length);
    return body;
  }

  private byte[] receive(int expected) throws IOException {
    long deadline = System.nanoTime() + limits.stall().toNanos();
    // Space is taken as bytes come: who only says that there will be many gets none.
    byte[] bytes = new byte[Math.min(expected, BLOCK) + 1];
    int size = 0;
    InputStream in = exchange.getRequestBody(); // closing it would wait for the rest
    while (true) {
      int count;
      try (Watchdog.Limit limit = watchdog.limit(limits.stall())) {
        count = in.read(bytes, size, bytes.length - size);
      }
      if (count < 0) {
        return Arrays.copyOf(bytes, size);
      }
      size += count;
      if (size > limits.bodyBytes()) {
        drain();
        throw tooLarge();
      }
      if (System.nanoTime() - deadline > 0) {
        leftUnread = true;
        throw new Refusal(
            408,
            "the whole body within %d s".formatted(limits.stall().toSeconds()),
            size + " bytes by then",
            "Send it faster.");
      }
      if (size == bytes.length) {
        int next = (int) Math.min(2L * size, limits.bodyBytes() + 1L);
        bytes = Arrays.copyOf(bytes, next);
      }
    }
  }

  /** Takes in some more of a body, so that a client that is still sending hears our answer. */
  private void drain() throws IOException {
    leftUnread = true;
    long deadline = System.nanoTime() + DRAIN.toNanos();
    byte[] block = new byte[BLOCK];
    int left = DRAIN_BYTES;
    try (Watchdog.Limit limit = watchdog.limit(limits.stall())) {
      while (left > 0 && System.nanoTime() - deadline < 0) {
        int count = exchange.getRequestBody().read(block);
        left = count < 0 ? 0 : left - count;
      }
    }
  }

  private Refusal tooLarge() {
    return new Refusal(
        413,
        "a body of at most %d bytes".formatted(limits.bodyBytes()),
        "more",
        "Send a coarser state, or the seed instead of values.");
  }

  /** From now on no more than this is kept of the body. */
  void keep(long bytes) {
    if (share != null) {
      share.shrinkTo(bytes);
    }
  }

  /** Whether a part of the body has not been read. */
  boolean leftUnread() {
    return leftUnread;
  }

  @Override
  public void close() {
    if (share != null) {
      share.close();
    }
  }
}
