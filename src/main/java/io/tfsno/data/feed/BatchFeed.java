package io.tfsno.data.feed;

import java.util.List;

/** Brings batches to a device for one training. Used by one thread. */
public interface BatchFeed extends AutoCloseable {
  /** Says what will be loaded from now on, in that order, so that it can be read ahead. */
  void expect(List<Window> windows);

  /** A place for batches of a kind. */
  BatchMemory memory(int samples, int steps);

  @Override
  void close();
}
