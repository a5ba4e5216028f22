package io.tfsno.train;

import io.tfsno.data.feed.BatchStates;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.Threads;
import io.tfsno.operator.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Divides a batch among two threads on the CPU, each with its own forward and backward pass: the
 * products of networks are too small to be divided themselves. Two, because the sum of two
 * gradients does not depend on which comes first; more cores serve the operations of each thread.
 */
final class Shards implements AutoCloseable {
  private static final int LEAST_SAMPLES = 4;

  private final ExecutorService threads;

  private Shards(ExecutorService threads) {
    this.threads = threads;
  }

  /** The whole batch in the caller's thread. */
  static Shards none() {
    return new Shards(null);
  }

  /** Two threads where there are two cores to use and the operator keeps nothing of its own. */
  static Shards of(Operator operator, Device device) {
    int cores = Threads.perOperation();
    if (device.cuda() || cores < 2 || !operator.concurrent()) {
      return none();
    }
    return new Shards(
        Executors.newFixedThreadPool(
            2,
            work -> {
              Thread thread =
                  new Thread(
                      () -> {
                        Threads.perOperation(cores / 2);
                        work.run();
                      },
                      "training");
              thread.setDaemon(true);
              return thread;
            }));
  }

  /**
   * Accumulates the gradient of a batch, or of a rank's share of one; gives its share of the loss,
   * one element.
   */
  Tensor accumulate(Unroller unroller, BatchStates states, int steps, double share) {
    long count = states.samples();
    if (threads == null || count < LEAST_SAMPLES) {
      return unroller.accumulate(states, steps, share);
    }
    List<Callable<Double>> work = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      long from = i * count / 2;
      long size = (i + 1) * count / 2 - from;
      work.add(
          () -> {
            try (Scope scope = new Scope()) {
              BatchStates part = states.part(from, size);
              return unroller.accumulate(part, steps, share * size / count).item();
            }
          });
    }
    double loss = 0;
    try {
      for (Future<Double> part : threads.invokeAll(work)) {
        loss += part.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("a training was interrupted within a step", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    }
    return Tensor.full(loss, DType.FLOAT64, Device.CPU);
  }

  @Override
  public void close() {
    if (threads != null) {
      threads.shutdown();
    }
  }
}
