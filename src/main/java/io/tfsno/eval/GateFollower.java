package io.tfsno.eval;

import io.tfsno.data.TrajectorySet;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.Conditions;
import io.tfsno.operator.GateReading;
import io.tfsno.operator.Gated;
import io.tfsno.run.ScoredSteps;
import io.tfsno.run.TrainedModel;
import io.tfsno.spectral.ModeShells;
import io.tfsno.spectral.Points;
import io.tfsno.spectral.PowerSpectrum;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

/**
 * Follows the first trajectory of a set, state by true state, and picks the block whose mean gains
 * move most.
 */
public final class GateFollower {
  private static final int MOMENTS = 4;

  private final TrainedModel model;
  private final Gated operator;
  private final TrajectorySet truth;
  private final TrueConditions conditions;
  private final int states;
  private final Map<Integer, double[][]> gains = new TreeMap<>();

  /**
   * @param states how many of them; 0 for as many as the set has, at most 50
   */
  public GateFollower(TrainedModel model, TrajectorySet truth, int states) {
    this.operator = BandCalibrator.gated(model);
    Evaluator.requireFits(model.card(), truth);
    this.model = model;
    this.truth = truth;
    this.conditions = TrueConditions.of(model, truth);
    int available = truth.steps() - conditions.firstStep();
    this.states = states == 0 ? ScoredSteps.horizon(available) : Math.min(states, available);
  }

  public FollowedGate follow() {
    int[] moments = moments();
    double[][] cut = new double[moments.length][];
    double[][] power = new double[moments.length][];
    try (Scope whole = new Scope();
        Autograd.Mode off = Autograd.off()) {
      PowerSpectrum spectrum =
          new PowerSpectrum(model.card().shape().grid(), operator.parameters().device());
      for (int state = 0; state < states; state++) {
        try (Scope one = new Scope()) {
          Tensor u = conditions.state(0, 1, step(state));
          int moment = Arrays.binarySearch(moments, state);
          if (moment >= 0) {
            cut[moment] = alongX(u);
            power[moment] = spectrum.shells(spectrum.power(u)).toDoubles();
          }
          read(u, state);
        }
      }
    }
    int block =
        gains.keySet().stream()
            .max(Comparator.comparingDouble(b -> movement(gains.get(b))))
            .orElseThrow();
    double[][] gain = gains.get(block);
    return new FollowedGate(
        block,
        Arrays.stream(moments).mapToDouble(state -> truth.times()[step(state)]).toArray(),
        cut,
        power,
        Arrays.stream(moments).mapToObj(state -> gain[state]).toArray(double[][]::new),
        mean(gain));
  }

  private int step(int state) {
    return conditions.firstStep() + state;
  }

  private int[] moments() {
    int count = Math.min(MOMENTS, states);
    int[] moments = new int[count];
    for (int i = 1; i < count; i++) {
      moments[i] = i * (states - 1) / (count - 1);
    }
    return moments;
  }

  private void read(Tensor u, int state) {
    Conditions given = model.card().standardised(conditions.at(0, 1, step(state)));
    for (GateReading gate : operator.gates(model.card().normaliser().normalise(u), given)) {
      if (operator.blocks().get(gate.block()).isGated()) {
        double[] perMode = gate.delta().mean(0, 1).add(1).toDoubles();
        gains.computeIfAbsent(gate.block(), b -> new double[states][])[state] =
            new ModeShells(gate.modes()).means(perMode);
      }
    }
  }

  private double[] alongX(Tensor u) {
    int dimension = model.card().shape().dimension();
    Points points = Points.of(u, dimension);
    Tensor field = u.select(0, 0).select(0, 0);
    for (int axis = dimension - 1; axis > 0; axis--) {
      field = field.select(axis, points.at(axis) / 2);
    }
    return field.contiguous().toDoubles();
  }

  private static double[] mean(double[][] gain) {
    double[] mean = new double[gain[0].length];
    for (double[] row : gain) {
      for (int k = 0; k < mean.length; k++) {
        mean[k] += row[k] / gain.length;
      }
    }
    return mean;
  }

  /** Mean square distance of the gains from their mean over all states. */
  private static double movement(double[][] gain) {
    double[] mean = mean(gain);
    double sum = 0;
    for (double[] row : gain) {
      for (int k = 0; k < mean.length; k++) {
        sum += (row[k] - mean[k]) * (row[k] - mean[k]);
      }
    }
    return sum / (gain.length * mean.length);
  }
}
