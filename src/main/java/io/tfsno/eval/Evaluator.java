package io.tfsno.eval;

import io.tfsno.base.ProgressListener;
import io.tfsno.base.UserError;
import io.tfsno.data.TrajectorySet;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.Device;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Stream;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.Rollout;
import io.tfsno.run.ModelCard;
import io.tfsno.run.ScoredSteps;
import io.tfsno.run.TrainedModel;
import io.tfsno.run.UnseenNumbers;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import io.tfsno.spectral.Resample;
import java.util.List;

/**
 * Rolls a model out from the first states of a test set and scores every step. It holds one state
 * per trajectory of a batch, so memory does not grow with the horizon.
 */
public final class Evaluator {
  private static final int BATCH = 25;

  /** A GPU takes as long for these as for half of them. */
  private static final int BATCH_ON_GPU = 50;

  private final TrainedModel model;
  private final Truth source;
  private final TrajectorySet truth;
  private final int observed;
  private final int horizon;
  private final Points resolution;
  private final Points modelResolution;
  private final TrueConditions conditions;

  /**
   * @param horizon rollout steps; 0 for as many as the set has, at most 50
   * @param resolution points per axis to run and score on; 0 for the paper's protocol: run on the
   *     training grid, score on the set's own
   */
  public Evaluator(TrainedModel model, TrajectorySet truth, int horizon, int resolution) {
    this(model, truth, horizon, List.of(resolution));
  }

  /**
   * @param resolution one number for all axes, or one for each
   */
  public Evaluator(TrainedModel model, TrajectorySet truth, int horizon, List<Integer> resolution) {
    this(model, Truth.in(truth), horizon, resolution);
  }

  /** The same by the paper's protocol, against a truth that may be held on a device. */
  public Evaluator(TrainedModel model, Truth source, int horizon) {
    this(model, source, horizon, List.of(0));
  }

  private Evaluator(TrainedModel model, Truth source, int horizon, List<Integer> resolution) {
    requireFits(model.card(), source.set());
    this.model = model;
    this.source = source;
    this.truth = source.set();
    observed = model.card().shape().inputs().observed();
    int available = truth.steps() - observed;
    this.horizon = horizon == 0 ? ScoredSteps.horizon(available) : horizon;
    if (this.horizon < 1 || this.horizon > available) {
      throw new UserError(
          "a horizon from 1 to the %d steps of the set".formatted(available),
          Integer.toString(horizon),
          "Lower it, or make a longer set.");
    }
    this.resolution = truth.grid().points().asked(resolution);
    boolean asked = resolution.stream().anyMatch(n -> n != 0);
    boolean direct = asked && model.operator().runsOn(this.resolution);
    this.modelResolution = direct ? this.resolution : model.card().shape().points();
    conditions =
        new TrueConditions(
            model,
            source.conditions(model.card().shape().inputs().names(), modelResolution),
            (first, count, step) -> modelled(truth(first, count, step)));
  }

  static void requireFits(ModelCard card, TrajectorySet truth) {
    String trained =
        "%dD, %d channel(s)".formatted(card.shape().dimension(), card.shape().channels());
    String found = "%dD, %d channel(s)".formatted(truth.grid().dimension(), truth.channels());
    if (!trained.equals(found)) {
      throw new UserError("data like the model's, " + trained, found, "Choose another data set.");
    }
    String equation = String.valueOf(truth.attributes().getOrDefault("equation", ""));
    if (!card.equation().isEmpty() && !equation.isEmpty() && !card.equation().equals(equation)) {
      throw new UserError(
          "data of " + card.equation() + ", which the model was trained on",
          equation,
          "Choose another data set.");
    }
    if (Math.abs(card.dt() - truth.dt()) > 1e-6 * card.dt()) {
      throw new UserError(
          "snapshots %.6g apart, one step of the model".formatted(card.dt()),
          "%.6g".formatted(truth.dt()),
          "Choose a data set with that interval.");
    }
    requireSameBox(card.shape().grid(), truth.grid());
  }

  private static void requireSameBox(Grid trained, Grid found) {
    for (int a = 0; a < trained.dimension(); a++) {
      double length = trained.axis(a).length();
      if (Math.abs(length - found.axis(a).length()) > 1e-5 * length) {
        throw new UserError(
            "the box that the model was trained on, " + trained.text(),
            found.text(),
            "Choose a data set of that box.");
      }
      if (!trained.axis(a).periodic() && found.axis(a).periodic()) {
        throw new UserError(
            "data with walls, as the model was trained on, " + trained.text(),
            found.text(),
            "Choose a data set with such walls.");
      }
    }
  }

  /** Models of version 1 took every field for a periodic one. */
  private void noteWalls(ProgressListener listener) {
    for (int a = 0; a < truth.grid().dimension(); a++) {
      if (model.card().shape().grid().axis(a).periodic() && !truth.grid().axis(a).periodic()) {
        listener.note(
            "the data have walls along %s; the model treats them as periodic there"
                .formatted(truth.grid().axis(a).name()));
      }
    }
  }

  /** The step of the set that rollouts start from: all states that the model sees are true ones. */
  public int firstStep() {
    return observed - 1;
  }

  /** Receives states on the scored grid; they are freed after the call. */
  public interface StepListener {
    void step(int step, int firstTrajectory, Tensor prediction, Tensor truth);
  }

  /** Rollouts from the first states. */
  public Evaluation evaluate(ProgressListener listener) {
    return evaluate(false, listener);
  }

  /** Every step from the true state before it, so that errors do not add up. */
  public Evaluation evaluateSingleSteps(ProgressListener listener) {
    return evaluate(true, listener);
  }

  private Evaluation evaluate(boolean singly, ProgressListener listener) {
    noteWalls(listener);
    int count = Math.toIntExact(truth.trajectories());
    ScoreKeeper scores = keeper(count);
    ScoreKeeper persistence = keeper(count);
    boolean resampled = !resolution.equals(modelResolution);
    ScoreKeeper floor = resampled ? keeper(count) : null;
    int batch = model.operator().parameters().device().cuda() ? BATCH_ON_GPU : BATCH;
    UnseenNumbers unseen = new UnseenNumbers(model.card());
    for (int first = 0; first < count; first += batch) {
      int start = first;
      int size = Math.min(batch, count - first);
      try (Scope scope = new Scope()) {
        unseen.add(size, conditions.numbers(start, size));
        Tensor initial = truth(start, size, observed - 1);
        walk(
            start,
            size,
            singly,
            (step, at, prediction, target) -> {
              scores.add(step, at, prediction, target);
              persistence.add(
                  step, at, singly ? truth(at, size, observed - 2 + step) : initial, target);
              if (floor != null) {
                floor.add(step, at, scored(modelled(target)), target);
              }
            });
      }
      listener.progress(start + size, count, "");
    }
    unseen.note().ifPresent(listener::note);
    return new Evaluation(
        model.card().spec().model(),
        model.operator().parameters().trained(),
        count,
        horizon,
        singly,
        resolution,
        modelResolution,
        scores.scores(),
        persistence.scores(),
        floor == null ? null : floor.scores());
  }

  private ScoreKeeper keeper(int trajectories) {
    return new ScoreKeeper(
        trajectories, horizon, truth.grid().with(resolution), truth.channelNames());
  }

  /** Rolls out some trajectories and hands each step to the listener. */
  public void walk(int first, int count, StepListener listener) {
    walk(first, count, false, listener);
  }

  private void walk(int first, int count, boolean singly, StepListener listener) {
    Device device = model.operator().parameters().device();
    try (Stream stream = Stream.open(device);
        Autograd.Mode off = Autograd.off();
        Rollout rollout = rollout(first, count)) {
      for (int step = 1; step <= horizon; step++) {
        try (Scope scope = new Scope()) {
          int now = observed - 2 + step;
          if (singly) {
            begin(rollout, first, count, now);
          } else if (conditions.forced()) {
            rollout.force(conditions.fields(first, count, now));
          }
          rollout.step();
          listener.step(step, first, scored(rollout.state()), truth(first, count, now + 1));
        }
      }
    }
  }

  private Rollout rollout(int first, int count) {
    try (Scope scope = new Scope()) {
      Points points = modelResolution;
      Rollout rollout = model.open(points.shape(count, model.card().shape().channels()));
      begin(rollout, first, count, observed - 1);
      return rollout;
    }
  }

  /** Sets a rollout to a true state and all that a step from there depends on. */
  private void begin(Rollout rollout, int first, int count, int step) {
    rollout.start(conditions.state(first, count, step), conditions.at(first, count, step));
  }

  /** The truth on the scored grid. */
  private Tensor truth(int first, int count, int step) {
    Device device = model.operator().parameters().device();
    Tensor stored = source.fields(first, count, step, device);
    return Resample.to(stored, truth.grid(), resolution);
  }

  private Tensor modelled(Tensor fields) {
    return Resample.to(fields, truth.grid(), modelResolution);
  }

  private Tensor scored(Tensor fields) {
    return Resample.to(fields, truth.grid(), resolution);
  }
}
