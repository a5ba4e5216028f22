package io.tfsno.train;

import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.GraphMemory;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Scope;
import io.tfsno.engine.StepGraph;
import io.tfsno.engine.Tensor;
import java.util.HashMap;
import java.util.Map;

/**
 * One update of the weights, from the states of a batch to AdamW. On a GPU it is recorded once for
 * each length of unrolling and size of batch, and replayed: the host sends row numbers and the
 * learning rate, and waits for nothing until the loss is asked for. Owns its memory.
 */
final class TrainingStep implements AutoCloseable {
  private final Unroller unroller;
  private final AdamW optimiser;
  private final Device device;
  private final GraphMemory memory;
  private final Shards shards;
  private final Tensor lossSum;
  private final Map<Kind, Recorded> recorded = new HashMap<>();
  private int updates;

  private record Kind(int steps, int batch) {}

  private record Recorded(Tensor rows, StepGraph graph) {}

  /**
   * @param shards how a batch is divided among threads
   * @param memory for recorded steps; null where nothing is recorded
   */
  TrainingStep(
      Unroller unroller, AdamW optimiser, Shards shards, Device device, GraphMemory memory) {
    this.unroller = unroller;
    this.optimiser = optimiser;
    this.shards = shards;
    this.device = device;
    this.memory = memory;
    lossSum = Scope.unowned(() -> Tensor.zeros(DType.FLOAT64, device));
  }

  /** Updates the weights on a batch. */
  void run(int[] trajectories, int epoch, Rng rng, double rate) {
    Unroller.Draw draw = unroller.draw(trajectories, epoch, rng);
    Kind kind = new Kind(draw.steps(), draw.rows().length);
    Recorded step = recorded.computeIfAbsent(kind, this::prepare);
    try (Scope scope = new Scope()) {
      step.rows.sendInPlace(Tensor.of(draw.rows(), draw.rows().length));
    }
    optimiser.prepare(rate);
    step.graph.run();
    optimiser.noteUpdate();
    updates++;
  }

  private Recorded prepare(Kind kind) {
    Tensor rows = Scope.unowned(() -> Tensor.zeros(DType.INT64, device, kind.batch));
    StepGraph graph =
        StepGraph.of(
            memory,
            () -> {
              lossSum.addInPlace(shards.accumulate(unroller, rows, kind.steps));
              optimiser.apply();
            });
    return new Recorded(rows, graph);
  }

  /** The mean loss of the updates since {@link #forgetLoss}. Waits for the device. */
  double meanLoss() {
    return lossSum.item() / updates;
  }

  void forgetLoss() {
    lossSum.zeroInPlace();
    updates = 0;
  }

  @Override
  public void close() {
    recorded.values().forEach(step -> step.graph.close());
    recorded.values().forEach(step -> step.rows.close());
    lossSum.close();
    shards.close();
  }
}
