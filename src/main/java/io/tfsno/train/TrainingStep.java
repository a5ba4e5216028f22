package io.tfsno.train;

import io.tfsno.data.feed.BatchFeed;
import io.tfsno.data.feed.BatchMemory;
import io.tfsno.data.feed.Window;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.GraphMemory;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Scope;
import io.tfsno.engine.StepGraph;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.SideStream;
import io.tfsno.train.optimiser.AdamW;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One update of the weights, from the states of a batch to AdamW. On a GPU it is captured once for
 * each length of unrolling and size of batch, and replayed: the host sends row numbers and the
 * learning rate, and waits for nothing until the loss is asked for. With several ranks it is
 * captured in two parts, and the gradient is added up between them. Owns its memory.
 */
final class TrainingStep implements AutoCloseable {
  private final Unroller unroller;
  private final BatchFeed feed;
  private final AdamW optimiser;
  private final GraphMemory memory;
  private final Shards shards;
  private final Team team;
  private final Device device;
  private final Tensor lossSum;
  private final StepGraph update;
  private final Map<Kind, Captured> captured = new HashMap<>();
  private List<Window> windows = List.of();
  private List<Window> parts = List.of();
  private int updates;
  private double samples;

  private record Kind(int steps, int samples, double share) {}

  private record Captured(BatchMemory batch, StepGraph graph) {}

  /**
   * @param feed of the unroller's data; owned by this object
   * @param shards how a batch is divided among threads
   * @param memory for captured steps; null where nothing is captured
   */
  TrainingStep(
      Unroller unroller,
      BatchFeed feed,
      AdamW optimiser,
      Shards shards,
      Team team,
      Device device,
      GraphMemory memory) {
    this.unroller = unroller;
    this.feed = feed;
    this.optimiser = optimiser;
    this.shards = shards;
    this.team = team;
    this.memory = memory;
    this.device = device;
    lossSum = Scope.unowned(() -> Tensor.zeros(DType.FLOAT64, device));
    update = StepGraph.of(memory, optimiser::apply);
  }

  /** Samples of an epoch, all ranks' together. */
  int samplesOfEpoch() {
    return unroller.samples();
  }

  /** Draws the batches of an epoch: the same on all ranks. */
  void begin(Batches batches, int epoch, Rng rng) {
    List<Window> drawn = unroller.draw(batches, epoch, rng);
    feed.draw(rng);
    begin(drawn);
  }

  /** Says which batches come next, all ranks' samples included. */
  void begin(List<Window> batches) {
    windows = batches;
    parts = batches.stream().map(team::part).toList();
    feed.expect(parts);
  }

  /** Updates the weights on a batch. */
  void run(int index, double rate) {
    Window part = parts.get(index);
    double share = team.slice(windows.get(index).samples()).share();
    Kind kind = new Kind(part.steps(), part.samples(), share);
    Captured step = captured.computeIfAbsent(kind, this::prepare);
    step.batch.load(part);
    optimiser.prepare(rate);
    if (!team.isAlone()) {
      unroller.agree(step.batch.states(), kind.steps, share, team);
    }
    step.graph.run();
    if (!team.isAlone()) {
      team.addUp(optimiser.gradient());
      update.run();
    }
    optimiser.noteUpdate();
    updates++;
    samples += share;
  }

  private Captured prepare(Kind kind) {
    BatchMemory batch = feed.memory(kind.samples, kind.steps);
    Runnable step =
        () -> {
          Tensor loss = shards.accumulate(unroller, batch.states(), kind.steps, kind.share);
          SideStream side = SideStream.of(device);
          side.run(() -> lossSum.addInPlace(loss));
          if (team.isAlone()) {
            optimiser.apply();
          }
          side.join();
        };
    return new Captured(batch, StepGraph.of(memory, step));
  }

  /**
   * The mean loss of this rank's samples in the updates since {@link #forgetLoss}. Waits for the
   * device.
   */
  double ownLoss() {
    return lossSum.item() / samples;
  }

  /** This rank's share of the sum of all losses since {@link #forgetLoss}. */
  double lossSum() {
    return lossSum.item();
  }

  int updates() {
    return updates;
  }

  /** Why updates that were meant to be captured are run operation by operation. */
  Optional<String> obstacle() {
    return captured.values().stream().flatMap(step -> step.graph.obstacle().stream()).findFirst();
  }

  void forgetLoss() {
    lossSum.zeroInPlace();
    updates = 0;
    samples = 0;
  }

  @Override
  public void close() {
    captured.values().forEach(step -> step.graph.close());
    captured.values().forEach(step -> step.batch.close());
    update.close();
    feed.close();
    lossSum.close();
    shards.close();
  }
}
