package io.tfsno.train;

import io.tfsno.engine.Rng;
import java.util.Arrays;

/**
 * The samples of one epoch, each once and in random order. All numbers come from the run's stream,
 * so an epoch can be drawn again from the stream's state.
 */
final class Batches {
  private final int[] order;
  private final int size;

  Batches(int samples, int size, Rng rng) {
    this.size = size;
    order = new int[samples];
    for (int i = 0; i < samples; i++) {
      order[i] = i;
    }
    for (int i = samples - 1; i > 0; i--) {
      int j = rng.below(i + 1);
      int swap = order[i];
      order[i] = order[j];
      order[j] = swap;
    }
  }

  int count() {
    return (order.length + size - 1) / size;
  }

  /** Those of a batch; the last batch may be smaller. */
  int[] samples(int batch) {
    int from = batch * size;
    int to = Math.min(from + size, order.length);
    return Arrays.copyOfRange(order, from, to);
  }

  /** Start steps from a first one on that leave room for {@code ahead} more. */
  static int[] starts(int count, int first, int steps, int ahead, Rng rng) {
    int[] starts = new int[count];
    for (int i = 0; i < count; i++) {
      starts[i] = first + rng.below(steps - first - ahead);
    }
    return starts;
  }
}
