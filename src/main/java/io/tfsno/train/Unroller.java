package io.tfsno.train;

import io.tfsno.data.feed.BatchStates;
import io.tfsno.data.feed.StateSource;
import io.tfsno.data.feed.Window;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.GpuPath;
import io.tfsno.operator.Operator;
import io.tfsno.train.StepLoss.Step;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns a batch of trajectories into gradients: unrolls the model from true states and accumulates
 * the gradient of the loss, in one of the ways of {@link Unrolling}. Targets are always data.
 */
final class Unroller {
  private final Operator operator;
  private final StateSource data;
  private final StepLoss objective;
  private final TrainConfig.Pushforward settings;

  Unroller(
      Operator operator, StateSource data, StepLoss objective, TrainConfig.Pushforward settings) {
    this.operator = operator;
    this.data = data;
    this.objective = objective;
    this.settings = settings;
  }

  /** What chance decides about the batches of an epoch. */
  List<Window> draw(Batches batches, int epoch, Rng rng) {
    objective.enter(epoch);
    List<Window> windows = new ArrayList<>();
    for (int i = 0; i < batches.count(); i++) {
      windows.add(draw(batches.trajectories(i), epoch, rng));
    }
    return windows;
  }

  /** Where a batch starts and how far it is unrolled. */
  Window draw(int[] trajectories, int epoch, Rng rng) {
    int limit = Math.min(settings.limit(epoch), data.steps() - 2);
    boolean random = settings.mode() == Unrolling.PF_RANDOM;
    int steps = 1 + (random ? rng.below(limit + 1) : limit);
    int[] start = Batches.starts(trajectories.length, data.steps(), steps, rng);
    return new Window(data.rows(trajectories, start), steps);
  }

  /** What ranks settle among themselves before each accumulates the gradient of its share. */
  void agree(BatchStates states, int steps, double share, Team team) {
    objective.agree(states, steps, share, team);
  }

  /**
   * Accumulates the gradient of a batch, or of a share of one. Waits for nothing, so it can be
   * recorded.
   *
   * @param states true ones, from which and towards which the model goes
   * @param share of these samples in the batch
   * @return their share of the loss, one element, detached
   */
  Tensor accumulate(BatchStates states, int steps, double share) {
    return switch (settings.mode()) {
      case PF_RANDOM -> lastStep(states, steps, share);
      case PF_ALL -> everyStep(states, steps, share);
      case BPTT -> throughAll(states, steps, share);
    };
  }

  private Tensor lastStep(BatchStates states, int steps, double share) {
    Tensor truth = states.at(0);
    Tensor v = truth;
    for (int i = 1; i < steps; i++) {
      truth = states.at(i);
      v = advance(v, truth);
    }
    Tensor target = states.at(steps);
    return objective.backward(new Step(v, operator.forward(v), truth, target, steps), share);
  }

  private Tensor everyStep(BatchStates states, int steps, double share) {
    Tensor truth = states.at(0);
    Tensor v = truth;
    Tensor total = null;
    for (int i = 1; i <= steps; i++) {
      Tensor target = states.at(i);
      Tensor next = operator.forward(v);
      Tensor loss = objective.backward(new Step(v, next, truth, target, i), share / steps);
      total = total == null ? loss : total.add(loss);
      v = Runaways.putBack(next.detach(), target, path());
      truth = target;
    }
    return total;
  }

  private Tensor throughAll(BatchStates states, int steps, double share) {
    Tensor truth = states.at(0);
    Tensor v = truth;
    Tensor total = null;
    for (int i = 1; i <= steps; i++) {
      Tensor target = states.at(i);
      Tensor next = operator.forward(v);
      Tensor loss = objective.loss(new Step(v, next, truth, target, i)).mul(share / steps);
      total = total == null ? loss : total.add(loss);
      v = next;
      truth = target;
    }
    total.backward();
    return total.detach();
  }

  /** A step without gradients. */
  private Tensor advance(Tensor v, Tensor truth) {
    try (Scope scope = new Scope();
        Autograd.Mode off = Autograd.off()) {
      return scope.keep(Runaways.putBack(operator.forward(v), truth, path()));
    }
  }

  private GpuPath path() {
    return operator.parameters().execution().path();
  }
}
