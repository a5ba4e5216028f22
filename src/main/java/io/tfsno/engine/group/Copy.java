package io.tfsno.engine.group;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The table as one process knows it. What it has been told stays, also when the hub is gone. */
final class Copy {
  private final Map<String, byte[]> values = new LinkedHashMap<>();
  private final List<Consumer<Entry>> followers = new ArrayList<>();
  private boolean lost;

  synchronized void add(Entry entry) {
    values.put(entry.key(), entry.value());
    followers.forEach(f -> f.accept(entry));
    notifyAll();
  }

  /** Gives everything there is, and from now on everything new. */
  synchronized void follow(Consumer<Entry> follower) {
    values.forEach((key, value) -> follower.accept(new Entry(key, value)));
    followers.add(follower);
  }

  synchronized void unfollow(Consumer<Entry> follower) {
    followers.remove(follower);
  }

  /** Nothing new will come. */
  synchronized void lose() {
    lost = true;
    notifyAll();
  }

  synchronized boolean has(String key) {
    if (lost && !values.containsKey(key)) {
      throw new IllegalStateException("the rendezvous is closed");
    }
    return values.containsKey(key);
  }

  synchronized byte[] get(String key, Duration most) {
    long deadline = System.nanoTime() + most.toNanos();
    try {
      while (!has(key)) {
        long left = (deadline - System.nanoTime()) / 1_000_000;
        if (left <= 0) {
          throw new IllegalStateException("nobody has set '" + key + "'");
        }
        wait(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
    return values.get(key);
  }
}
