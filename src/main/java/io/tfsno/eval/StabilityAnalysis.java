package io.tfsno.eval;

import io.tfsno.base.ProgressListener;
import io.tfsno.base.UserError;
import io.tfsno.data.TrajectorySet;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.Conditions;
import io.tfsno.operator.Gated;
import io.tfsno.operator.Inputs;
import io.tfsno.operator.Operator;
import io.tfsno.run.ScoredSteps;
import io.tfsno.run.TrainedModel;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Rolls a model out from the first states of a test set and examines it at some of the states that
 * it meets: the constants of the paper's bound, and how much small changes really grow. Constants
 * that depend on states are taken there, at points between consecutive states, and at points
 * between pairs of states, whose distances are followed from step to step.
 */
public final class StabilityAnalysis {
  private static final double SMALL = 1e-3;

  private final TrainedModel model;
  private final TrueConditions conditions;
  private final int trajectories;
  private final int horizon;
  private final int examined;

  /** Steps that the truth has. */
  private final int known;

  /**
   * @param horizon rollout steps; 0 for as many as the set has, at most 50
   * @param examined at how many of these steps to look closely
   */
  public StabilityAnalysis(
      TrainedModel model, TrajectorySet truth, int trajectories, int horizon, int examined) {
    Evaluator.requireFits(model.card(), truth);
    if (trajectories < 1 || horizon < 0 || examined < 1) {
      throw new UserError(
          "at least one trajectory and one step",
          "%d trajectories, horizon %d, %d steps examined"
              .formatted(trajectories, horizon, examined),
          "Correct the numbers.");
    }
    this.model = model;
    this.conditions = TrueConditions.of(model, truth);
    requireFixedLaw();
    this.trajectories = (int) Math.min(trajectories, truth.trajectories());
    // A rollout needs no truth beyond its start, so it may be longer than the set.
    this.horizon = horizon == 0 ? ScoredSteps.horizon(Math.max(1, truth.steps() - 1)) : horizon;
    this.examined = Math.min(examined, this.horizon);
    known = truth.steps() - 1;
  }

  /** The bound is one of a map from state to state, the same at every step. */
  private void requireFixedLaw() {
    Inputs inputs = model.card().shape().inputs();
    int history = inputs.history();
    boolean gatesSee = Gated.of(model.operator()).filter(Gated::seesConditions).isPresent();
    String found =
        history > 1
            ? "a history of %d states".formatted(history)
            : inputs.context() != null
                ? "a context of %d states".formatted(inputs.context().states())
                : model.operator().needsTime()
                    ? "explicit time"
                    : conditions.forced() ? "forcing" : gatesSee ? "gates that see parameters" : "";
    if (!found.isEmpty()) {
      throw new UserError(
          "a model whose step depends only on its state, parameters and static fields",
          found,
          "The stability bound does not cover it; compare rollouts with 'eval' instead.");
    }
  }

  public StabilityReport analyse(ProgressListener listener) {
    Operator operator = model.operator();
    List<Integer> steps =
        IntStream.range(0, examined).map(i -> i * horizon / examined).boxed().toList();
    BlockStudy blocks = new BlockStudy(operator, new Rng(1));
    double[] measured = new double[examined];
    double[] worst = new double[examined];
    double[] growth = new double[horizon];
    try (Scope scope = new Scope()) {
      Conditions given = model.card().standardised(conditions.at(0, trajectories, 0));
      Amplification whole = new Amplification(v -> operator.forward(v, given), new Rng(2));
      Tensor u = start();
      Tensor other = u.add(change(u));
      PairDistances pairs = new PairDistances(u);
      double[] apart = distances(u, other);
      for (int step = 0; step < horizon; step++) {
        try (Scope one = new Scope()) {
          Tensor next = forward(u, given);
          requireFinite(next, step + 1);
          int place = steps.indexOf(step);
          if (place >= 0) {
            List<Tensor> others = new ArrayList<>(List.of(next));
            others.addAll(pairs.partners());
            blocks.examine(u, others, given);
            measured[place] = whole.random(u);
            worst[place] = Math.max(measured[place], whole.worst(u));
          }
          Tensor nextOther = forward(other, given);
          growth[step] = meanRatio(distances(next, nextOther), apart);
          pairs.advance(u, next, v -> forward(v, given));
          u.copyInPlace(next);
          other.copyInPlace(nextOther);
        }
        listener.progress(step + 1, horizon, "");
      }
      return new StabilityReport(
          model.card().spec().model(),
          trajectories,
          horizon,
          steps,
          blocks.results(),
          new StabilityReport.Step(
              blocks.stepBound(), blocks.stepTarget(), measured, worst, growth),
          pairs.pairs() == 0
              ? null
              : new StabilityReport.Pairs(
                  pairs.pairs(), pairs.ratios(), trueRatios(), pairs.apart()));
    }
  }

  /** The same ratios between true trajectories; null where they may follow different laws. */
  private StabilityReport.Ratios trueRatios() {
    Inputs inputs = model.card().shape().inputs();
    if (!inputs.fields().isEmpty() || !inputs.parameters().isEmpty()) {
      return null;
    }
    try (Scope scope = new Scope()) {
      PairDistances pairs = new PairDistances(start());
      for (int step = 0; step < Math.min(horizon, known); step++) {
        try (Scope one = new Scope()) {
          pairs.add(at(step), at(step + 1));
        }
      }
      return pairs.ratios();
    }
  }

  private Tensor start() {
    return at(0);
  }

  private Tensor at(int step) {
    return model.card().normaliser().normalise(conditions.state(0, trajectories, step));
  }

  private static Tensor change(Tensor u) {
    double[] values = new Rng(3).normals(Math.toIntExact(u.count()));
    return Tensor.of(values, u.shape()).to(u.type()).to(u.device()).mul(SMALL);
  }

  private Tensor forward(Tensor u, Conditions given) {
    try (Autograd.Mode off = Autograd.off()) {
      return model.operator().forward(u, given);
    }
  }

  private static double[] distances(Tensor a, Tensor b) {
    return Amplification.norms(a.sub(b)).reshape(-1).toDoubles();
  }

  private static double meanRatio(double[] now, double[] before) {
    return IntStream.range(0, now.length).mapToDouble(i -> now[i] / before[i]).average().orElse(0);
  }

  private static void requireFinite(Tensor u, int step) {
    if (!u.allFinite()) {
      throw new UserError(
          "finite rollouts to examine",
          "one that is not at step " + step,
          "Lower the horizon below " + step + ".");
    }
  }
}
