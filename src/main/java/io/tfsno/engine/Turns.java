package io.tfsno.engine;

import java.util.function.Supplier;

/**
 * Lets the threads of a device use one thing in turn: work that is queued by one of them begins
 * when the work of the one before has ended on the device. No thread waits for the device itself.
 */
final class Turns {
  /** The queue of work of the thread that asks. */
  interface Queue {
    /** Different for queues whose work may overlap. */
    long id();

    /** Marks the end of what has been queued so far. */
    void mark();

    /** Lets what is queued from now on begin after the last mark, whoever set it. */
    void awaitMark();
  }

  private final Queue queue;
  private boolean marked;
  private long last;

  Turns(Queue queue) {
    this.queue = queue;
  }

  /**
   * @param work queues what has to be alone
   */
  synchronized <T> T run(Supplier<T> work) {
    long own = queue.id();
    if (marked && own != last) {
      queue.awaitMark();
    }
    try {
      return work.get();
    } finally {
      queue.mark(); // also of work that was queued in part
      marked = true;
      last = own;
    }
  }
}
