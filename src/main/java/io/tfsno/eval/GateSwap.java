package io.tfsno.eval;

import io.tfsno.base.ProgressListener;
import io.tfsno.data.TrajectorySet;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.Conditions;
import io.tfsno.operator.GateReading;
import io.tfsno.operator.Gated;
import io.tfsno.run.ModelCard;
import io.tfsno.run.ScoredSteps;
import io.tfsno.run.TrainedModel;
import io.tfsno.spectral.Resample;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What gates are worth in rollouts: the same model from the same first states, with gates that
 * answer to other states than its own. Run on the training grid, scored on the set's own.
 */
public final class GateSwap {
  private static final int BATCH = 25;

  /** What the gates answer to. */
  public enum Gates {
    /** To the state that the model has come to. */
    OWN,
    /** To the true state at that time, so that errors do not reach them. */
    TRUE,
    /** To nothing: they stay at their mean over the true states. */
    STILL
  }

  private final TrainedModel model;
  private final Gated operator;
  private final TrajectorySet truth;
  private final TrueConditions conditions;
  private final int trajectories;
  private final int horizon;

  /**
   * @param trajectories how many of the set; 0 for all
   * @param horizon steps; 0 for as many as the set has, at most 50
   */
  public GateSwap(TrainedModel model, TrajectorySet truth, int trajectories, int horizon) {
    this.operator = BandCalibrator.gated(model);
    Evaluator.requireFits(model.card(), truth);
    this.model = model;
    this.truth = truth;
    int all = Math.toIntExact(truth.trajectories());
    this.trajectories = trajectories == 0 ? all : Math.min(all, trajectories);
    conditions = TrueConditions.of(model, truth);
    int available = truth.steps() - 1 - conditions.firstStep();
    this.horizon = Math.min(available, horizon == 0 ? ScoredSteps.HORIZON : horizon);
  }

  /** The scores of the rollouts with each kind of gates. */
  public Map<Gates, Scores> measure(ProgressListener listener) {
    Map<Gates, ScoreKeeper> scores = new EnumMap<>(Gates.class);
    for (Gates gates : Gates.values()) {
      scores.put(gates, new ScoreKeeper(trajectories, horizon, truth.grid(), truth.channelNames()));
    }
    try (Scope scope = new Scope();
        Autograd.Mode off = Autograd.off()) {
      List<Tensor> still = meanGates();
      for (int first = 0; first < trajectories; first += BATCH) {
        int count = Math.min(BATCH, trajectories - first);
        rollOut(first, count, still, scores);
        listener.progress(first + count, trajectories, "");
      }
    }
    Map<Gates, Scores> results = new EnumMap<>(Gates.class);
    scores.forEach((gates, keeper) -> results.put(gates, keeper.scores()));
    return results;
  }

  /**
   * The delta of every block, {@code [1, channel, mode]}, over all states that are stepped from.
   */
  private List<Tensor> meanGates() {
    List<Tensor> sums = new ArrayList<>();
    for (int first = 0; first < trajectories; first += BATCH) {
      int count = Math.min(BATCH, trajectories - first);
      for (int step = 0; step < horizon; step++) {
        try (Scope scope = new Scope()) {
          List<Tensor> deltas = trueGates(first, count, step);
          for (int block = 0; block < deltas.size(); block++) {
            Tensor sum = deltas.get(block).to(DType.FLOAT64).sum(0);
            if (sums.size() == block) {
              sums.add(scope.keep(sum));
            } else {
              sums.get(block).addInPlace(sum);
            }
          }
        }
      }
    }
    double states = (double) trajectories * horizon;
    return sums.stream()
        .map(s -> s.mul(1 / states).to(DType.FLOAT32).view(1, s.size(0), s.size(1)))
        .toList();
  }

  private void rollOut(int first, int count, List<Tensor> still, Map<Gates, ScoreKeeper> scores) {
    try (Scope batch = new Scope()) {
      List<Tensor> same =
          still.stream().map(d -> d.expand(count, d.size(1), d.size(2)).contiguous()).toList();
      Map<Gates, Tensor> states = new EnumMap<>(Gates.class);
      Map<Gates, Tensor> histories = new EnumMap<>(Gates.class);
      int begin = conditions.firstStep();
      Tensor start = conditions.state(first, count, begin);
      Tensor before = conditions.at(first, count, begin).history();
      for (Gates gates : scores.keySet()) {
        states.put(gates, start);
        histories.put(gates, before);
      }
      for (int step = 1; step <= horizon; step++) {
        try (Scope scope = new Scope()) {
          List<Tensor> ofTruth = trueGates(first, count, step - 1);
          Conditions ofStep = conditions.at(first, count, begin + step - 1);
          for (Gates gates : Gates.values()) {
            Tensor u = states.get(gates);
            Conditions given = ofStep.withHistory(histories.get(gates));
            Tensor next =
                switch (gates) {
                  case OWN -> model.step(u, given);
                  case TRUE -> step(u, given, ofTruth);
                  case STILL -> step(u, given, same);
                };
            states.put(gates, scope.keep(next));
            if (before != null) {
              histories.put(gates, scope.keep(given.historyAfter(u)));
            }
          }
          Tensor target = truth(first, count, begin + step);
          for (Gates gates : Gates.values()) {
            Tensor scored = Resample.to(states.get(gates), truth.grid(), truth.grid().points());
            scores.get(gates).add(step, first, scored, target);
          }
        }
      }
    }
  }

  private Tensor step(Tensor u, Conditions given, List<Tensor> gates) {
    ModelCard card = model.card();
    Tensor next =
        operator.stepWithGates(card.normaliser().normalise(u), card.standardised(given), gates);
    return card.normaliser().restore(next);
  }

  /**
   * @param step after the first state
   */
  private List<Tensor> trueGates(int first, int count, int step) {
    int at = conditions.firstStep() + step;
    Tensor u = model.card().normaliser().normalise(conditions.state(first, count, at));
    return operator.gates(u, model.card().standardised(conditions.at(first, count, at))).stream()
        .map(GateReading::delta)
        .toList();
  }

  private Tensor truth(int first, int count, int step) {
    Device device = operator.parameters().device();
    return truth.fields(first, count, step).to(device);
  }
}
