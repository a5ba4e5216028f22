package io.tfsno.train;

import io.tfsno.data.feed.BatchStates;
import io.tfsno.data.feed.StateSource;
import io.tfsno.data.feed.Window;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.GpuPath;
import io.tfsno.operator.Conditions;
import io.tfsno.operator.Operator;
import io.tfsno.train.StepLoss.Step;
import io.tfsno.train.guard.Runaways;
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
  private final int history;
  private final Starts starts;

  /** For epochs of trajectories. */
  Unroller(
      Operator operator, StateSource data, StepLoss objective, TrainConfig.Pushforward settings) {
    this(operator, data, objective, settings, EpochOf.TRAJECTORIES);
  }

  Unroller(
      Operator operator,
      StateSource data,
      StepLoss objective,
      TrainConfig.Pushforward settings,
      EpochOf epoch) {
    this.operator = operator;
    this.data = data;
    this.objective = objective;
    this.settings = settings;
    this.history = operator.shape().inputs().history();
    starts = new Starts(epoch, data, operator.shape().inputs().observed() - history, history);
  }

  /** Samples of an epoch. */
  int samples() {
    return starts.samples();
  }

  /** What chance decides about the batches of an epoch. */
  List<Window> draw(Batches batches, int epoch, Rng rng) {
    objective.enter(epoch);
    List<Window> windows = new ArrayList<>();
    for (int i = 0; i < batches.count(); i++) {
      windows.add(draw(batches.samples(i), epoch, rng));
    }
    return windows;
  }

  /** Where a batch starts and how far it is unrolled. */
  Window draw(int[] samples, int epoch, Rng rng) {
    int limit = Math.min(settings.limit(epoch), data.steps() - 1 - starts.first() - history);
    boolean random = settings.mode() == Unrolling.PF_RANDOM;
    int steps = history + (random ? rng.below(limit + 1) : limit);
    return starts.window(samples, steps, rng);
  }

  /** What ranks settle among themselves before each accumulates the gradient of its share. */
  void agree(BatchStates states, int steps, double share, Team team) {
    objective.agree(states.later(history - 1), steps - history + 1, share, team);
  }

  /**
   * Accumulates the gradient of a batch, or of a share of one. Waits for nothing, so it can be
   * taped.
   *
   * @param states true ones, from which and towards which the model goes, the oldest that it sees
   *     first
   * @param steps from the oldest state to the last one
   * @param share of these samples in the batch
   * @return their share of the loss, one element, detached
   */
  Tensor accumulate(BatchStates states, int steps, double share) {
    UnrolledBatch course = new UnrolledBatch(states, history);
    int ahead = steps - history + 1;
    return switch (settings.mode()) {
      case PF_RANDOM -> lastStep(course, ahead, share);
      case PF_ALL -> everyStep(course, ahead, share);
      case BPTT -> throughAll(course, ahead, share);
    };
  }

  private Tensor lastStep(UnrolledBatch course, int steps, double share) {
    Tensor truth = course.truth(0);
    Tensor v = course.start();
    for (int i = 1; i < steps; i++) {
      truth = course.truth(i);
      Tensor next = advance(v, course.conditions(i - 1), truth);
      course.leave(v);
      v = next;
    }
    Tensor target = course.truth(steps);
    Conditions given = course.conditions(steps - 1);
    Tensor answer = operator.forward(v, given);
    return objective.backward(new Step(v, answer, truth, target, steps, given.parameters()), share);
  }

  private Tensor everyStep(UnrolledBatch course, int steps, double share) {
    Tensor truth = course.truth(0);
    Tensor v = course.start();
    Tensor total = null;
    for (int i = 1; i <= steps; i++) {
      Tensor target = course.truth(i);
      Conditions given = course.conditions(i - 1);
      Tensor next = operator.forward(v, given);
      Step step = new Step(v, next, truth, target, i, given.parameters());
      Tensor loss = objective.backward(step, share / steps);
      total = total == null ? loss : total.add(loss);
      course.leave(v);
      v = Runaways.putBack(next.detach(), target, path());
      truth = target;
    }
    return total;
  }

  private Tensor throughAll(UnrolledBatch course, int steps, double share) {
    Tensor truth = course.truth(0);
    Tensor v = course.start();
    Tensor total = null;
    for (int i = 1; i <= steps; i++) {
      Tensor target = course.truth(i);
      Conditions given = course.conditions(i - 1);
      Tensor next = operator.forward(v, given);
      Step step = new Step(v, next, truth, target, i, given.parameters());
      Tensor loss = objective.loss(step).mul(share / steps);
      total = total == null ? loss : total.add(loss);
      course.leave(v);
      v = next;
      truth = target;
    }
    total.backward();
    return total.detach();
  }

  /** A step without gradients. */
  private Tensor advance(Tensor v, Conditions given, Tensor truth) {
    try (Scope scope = new Scope();
        Autograd.Mode off = Autograd.off()) {
      return scope.keep(Runaways.putBack(operator.forward(v, given), truth, path()));
    }
  }

  private GpuPath path() {
    return operator.parameters().execution().path();
  }
}
