package io.tfsno.eval;

import io.tfsno.base.ProgressListener;
import io.tfsno.data.TrajectorySet;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.GateReading;
import io.tfsno.operator.Gated;
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
    int available = truth.steps() - 1;
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
          List<Tensor> deltas = gatesOf(modelled(truth(first, count, step)));
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
      Tensor start = modelled(truth(first, count, 0));
      scores.keySet().forEach(gates -> states.put(gates, start));
      for (int step = 1; step <= horizon; step++) {
        try (Scope scope = new Scope()) {
          List<Tensor> ofTruth = gatesOf(modelled(truth(first, count, step - 1)));
          states.replaceAll(
              (gates, u) ->
                  scope.keep(
                      switch (gates) {
                        case OWN -> model.step(u);
                        case TRUE -> step(u, ofTruth);
                        case STILL -> step(u, same);
                      }));
          Tensor target = truth(first, count, step);
          for (Gates gates : Gates.values()) {
            Tensor scored = Resample.to(states.get(gates), truth.grid(), truth.grid().points());
            scores.get(gates).add(step, first, scored, target);
          }
        }
      }
    }
  }

  private Tensor step(Tensor u, List<Tensor> gates) {
    Tensor next = operator.stepWithGates(model.card().normaliser().normalise(u), gates);
    return model.card().normaliser().restore(next);
  }

  private List<Tensor> gatesOf(Tensor u) {
    return operator.gates(model.card().normaliser().normalise(u)).stream()
        .map(GateReading::delta)
        .toList();
  }

  private Tensor truth(int first, int count, int step) {
    Device device = operator.parameters().device();
    return truth.fields(first, count, step).to(device);
  }

  private Tensor modelled(Tensor fields) {
    return Resample.to(fields, truth.grid(), model.card().shape().points());
  }
}
