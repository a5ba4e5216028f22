package io.tfsno.serve.http;

import java.io.IOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Decides how many bodies are in memory at a time. A body is let in by its size before any of it is
 * read, and counts until the request that keeps its numbers is answered. What parsing takes beyond
 * that, several times the body, is bounded by how many are parsed at once.
 */
public final class Admission {
  private static final long PARSE_BYTES = 128L << 20;
  private static final int MOST_PARSED = 4;

  private final Limits limits;
  private final Semaphore receiving;
  private final Semaphore parsing;
  private long left;

  public Admission(Limits limits) {
    this.limits = limits;
    left = limits.bytesInFlight();
    receiving = new Semaphore(limits.receiving());
    long heap = Runtime.getRuntime().maxMemory();
    parsing = new Semaphore((int) Math.max(1, Math.min(MOST_PARSED, heap / PARSE_BYTES)), true);
  }

  /** A share of what bodies may take together; null where there is no room for it. */
  Share admit(long bytes) {
    if (!receiving.tryAcquire()) {
      return null;
    }
    synchronized (this) {
      if (bytes > left) {
        receiving.release();
        return null;
      }
      left -= bytes;
    }
    return new Share(bytes);
  }

  private synchronized void giveBack(long bytes) {
    left += bytes;
  }

  /** Bytes of the bodies that count at present. */
  public synchronized long inFlight() {
    return limits.bytesInFlight() - left;
  }

  /** Something that is made of a body. */
  public interface Parse<T> {
    T run() throws IOException, InterruptedException;
  }

  /** Waits for its turn to parse a body and to build the input of the computation from it. */
  public <T> T parse(Parse<T> work) throws IOException, InterruptedException {
    if (!parsing.tryAcquire(limits.answer().toMillis(), TimeUnit.MILLISECONDS)) {
      throw new TimedOut(
          "expected to read the body within %s, found too many others. Try again."
              .formatted(limits.answer()));
    }
    try {
      return work.run();
    } finally {
      parsing.release();
    }
  }

  /** The bytes of one request. Used by its thread alone. */
  final class Share implements AutoCloseable {
    private long bytes;
    private boolean received;

    private Share(long bytes) {
      this.bytes = bytes;
    }

    /** The whole body is here: another may be waited for in its place. */
    void received() {
      if (!received) {
        received = true;
        receiving.release();
      }
    }

    /** Gives back what goes beyond {@code most} bytes. */
    void shrinkTo(long most) {
      if (most < bytes) {
        giveBack(bytes - most);
        bytes = most;
      }
    }

    @Override
    public void close() {
      received();
      shrinkTo(0);
    }
  }
}
