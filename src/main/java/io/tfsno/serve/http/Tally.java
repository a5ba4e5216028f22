package io.tfsno.serve.http;

import java.util.concurrent.atomic.LongAdder;

/** What a model has done so far. */
public final class Tally {
  private final LongAdder turns = new LongAdder();
  private final LongAdder states = new LongAdder();
  private final LongAdder steps = new LongAdder();
  private final LongAdder nanos = new LongAdder();

  /** Counts one turn of a batch. */
  public void add(int batch, int stepsTaken, long nanosTaken) {
    turns.increment();
    states.add(batch);
    steps.add((long) batch * stepsTaken);
    nanos.add(nanosTaken);
  }

  public long turns() {
    return turns.sum();
  }

  /** Sum of the batch sizes of all turns. */
  public long batched() {
    return states.sum();
  }

  /** Steps of single states. */
  public long steps() {
    return steps.sum();
  }

  public double seconds() {
    return nanos.sum() * 1e-9;
  }
}
