package io.tfsno.bench.sets;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * Something that several threads use: the first opens it while the others wait for it, the last
 * closes it. Every user is counted before the first one comes.
 */
public final class Shared<T extends AutoCloseable> implements AutoCloseable {
  private int users;
  private volatile T value;

  public synchronized void expect() {
    users++;
  }

  /** For a user who has not left. An opening that fails is tried again by the next one. */
  public synchronized T get(Supplier<T> opening) {
    if (value == null) {
      value = opening.get();
    }
    return value;
  }

  /** What is open now, without waiting for anybody. */
  public Optional<T> peek() {
    return Optional.ofNullable(value);
  }

  /** A user will not come again. */
  public synchronized void leave() {
    users--;
    if (users == 0) {
      close();
    }
  }

  @Override
  public synchronized void close() {
    T open = value;
    value = null;
    if (open != null) {
      try {
        open.close();
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
