package io.tfsno.engine;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Lets the first piece of work of each kind run by itself, to its end: what libraries make on first
 * use is then there before a second thread asks for it.
 */
final class FirstAlone {
  private final Set<Object> done = ConcurrentHashMap.newKeySet();
  private final Runnable awaitEnd;

  /**
   * @param awaitEnd waits for work that is queued, not done, when its call returns
   */
  FirstAlone(Runnable awaitEnd) {
    this.awaitEnd = awaitEnd;
  }

  <T> T run(Object kind, Supplier<T> work) {
    if (done.contains(kind)) {
      return work.get();
    }
    synchronized (this) {
      T result = work.get();
      awaitEnd.run();
      done.add(kind);
      return result;
    }
  }
}
