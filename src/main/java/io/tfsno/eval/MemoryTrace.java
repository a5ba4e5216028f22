package io.tfsno.eval;

import io.tfsno.data.TrajectorySet;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Stream;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.Conditions;
import io.tfsno.operator.Gated;
import io.tfsno.operator.Rollout;
import io.tfsno.operator.context.Memory;
import io.tfsno.run.TrainedModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What a model remembers of one trajectory, and what its gates do with it along the rollout. At
 * every examined step the network answers twice to the same state of the rollout: with the code of
 * this trajectory, and with the mean code of the training in its place.
 *
 * @param code as the network is given it
 * @param steps that were examined; the first state is step 0
 * @param blocks those with a gate; empty where there is none
 */
public record MemoryTrace(int trajectory, double[] code, List<Integer> steps, List<Block> blocks) {

  /**
   * Gains of one block, the mean of {@code 1 + delta} over channels (and shells), {@code [examined
   * step][wave number]}.
   *
   * @param block its number, 0 first
   * @param own with the code of the trajectory
   * @param mean with the mean code
   */
  public record Block(int block, double[][] own, double[][] mean) {
    /** How far the code moves the gains at an examined step: root mean square over waves. */
    public double effect(int step) {
      double sum = 0;
      for (int k = 0; k < own[step].length; k++) {
        double d = own[step][k] - mean[step][k];
        sum += d * d;
      }
      return Math.sqrt(sum / own[step].length);
    }
  }

  /**
   * @param model one that remembers something
   * @param asked steps to examine
   */
  public static MemoryTrace along(
      TrainedModel model, TrajectorySet truth, int trajectory, Set<Integer> asked) {
    Memory memory = model.operator().memory().orElseThrow();
    TrueConditions conditions = TrueConditions.of(model, truth);
    int start = conditions.firstStep();
    List<Integer> steps = asked.stream().sorted().toList();
    List<double[][]> own = new ArrayList<>();
    List<double[][]> mean = new ArrayList<>();
    try (Scope whole = new Scope();
        Autograd.Mode off = Autograd.off();
        Stream stream = Stream.open(model.operator().parameters().device());
        Rollout rollout = model.open(model.card().shape().states(1))) {
      Conditions first = conditions.at(trajectory, 1, start);
      double[] code = memory.code(first.context()).toDoubles();
      Gated gated = Gated.of(model.operator()).filter(Gated::isGated).orElse(null);
      if (gated == null) {
        return new MemoryTrace(trajectory, code, steps, List.of());
      }
      rollout.start(conditions.state(trajectory, 1, start), first);
      for (int step = 0; step <= steps.get(steps.size() - 1); step++) {
        try (Scope one = new Scope()) {
          if (conditions.forced()) {
            rollout.force(conditions.fields(trajectory, 1, start + step));
          }
          if (steps.contains(step)) {
            Tensor u = model.card().normaliser().normalise(rollout.state());
            Conditions given = model.card().standardised(rollout.conditions());
            own.add(MeanGains.of(gated.gates(u, given))[0]);
            mean.add(MeanGains.of(gated.gates(u, given.withContext(memory.ordinary(1))))[0]);
          }
          rollout.step();
        }
      }
      return new MemoryTrace(trajectory, code, steps, blocks(gated, own, mean));
    }
  }

  private static List<Block> blocks(Gated gated, List<double[][]> own, List<double[][]> mean) {
    List<Block> blocks = new ArrayList<>();
    for (int b = 0; b < gated.blocks().size(); b++) {
      if (gated.blocks().get(b).isGated()) {
        blocks.add(new Block(b, ofBlock(own, b), ofBlock(mean, b)));
      }
    }
    return List.copyOf(blocks);
  }

  private static double[][] ofBlock(List<double[][]> steps, int block) {
    return steps.stream().map(blocks -> blocks[block]).toArray(double[][]::new);
  }
}
