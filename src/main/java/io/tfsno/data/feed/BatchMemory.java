package io.tfsno.data.feed;

/**
 * A place on the device that the states of one batch after the other are brought to. It never
 * moves, so that captured work finds them there.
 */
public interface BatchMemory extends AutoCloseable {
  /** Brings the states of a window of this memory's size. */
  void load(Window window);

  /** What was loaded last. */
  BatchStates states();

  @Override
  void close();
}
