package io.tfsno.data.feed;

import io.tfsno.engine.Rng;
import java.util.List;

/** Brings batches to a device for one training. Used by one thread. */
public interface BatchFeed extends AutoCloseable {
  /** Says what will be loaded from now on, in that order, so that it can be read ahead. */
  void expect(List<Window> windows);

  /** Draws what chance decides about the states of the windows that are announced next. */
  default void draw(Rng rng) {}

  /** A place for batches of a kind. */
  BatchMemory memory(int samples, int steps);

  @Override
  void close();
}
