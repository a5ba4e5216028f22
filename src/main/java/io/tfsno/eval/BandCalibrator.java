package io.tfsno.eval;

import io.tfsno.base.ProgressListener;
import io.tfsno.base.UserError;
import io.tfsno.data.TrajectorySet;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.Conditions;
import io.tfsno.operator.GateReading;
import io.tfsno.operator.Gated;
import io.tfsno.run.ScoredSteps;
import io.tfsno.run.TrainedModel;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.ModeShells;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.Points;
import io.tfsno.spectral.PowerSpectrum;
import java.util.List;
import java.util.TreeMap;

/**
 * Measures the {@link BandCalibration} of every block over the true states of a test set, those
 * that the model is asked to step from.
 */
public final class BandCalibrator {
  private static final int BATCH = 25;

  /** Whose power the gains are held against. */
  public enum Spectrum {
    /** That of the physical state. */
    PHYSICAL,
    /** That of the field that enters the block. */
    HIDDEN
  }

  private final TrainedModel model;
  private final Gated operator;
  private final int trajectories;
  private final int steps;
  private final Spectrum spectrum;
  private final TrueConditions conditions;
  private final double[] alphas;
  private final TreeMap<Integer, Sums> sums = new TreeMap<>();

  /**
   * @param trajectories how many of the set; 0 for all
   * @param steps how many states of each; 0 for as many as the set has, at most 50
   */
  public BandCalibrator(
      TrainedModel model, TrajectorySet truth, int trajectories, int steps, Spectrum spectrum) {
    this.operator = gated(model);
    Evaluator.requireFits(model.card(), truth);
    this.model = model;
    this.spectrum = spectrum;
    this.conditions = TrueConditions.of(model, truth);
    this.alphas =
        operator.blocks().stream().mapToDouble(b -> b.isGated() ? b.alpha() : 0).toArray();
    int all = Math.toIntExact(truth.trajectories());
    this.trajectories = trajectories == 0 ? all : Math.min(all, trajectories);
    int available = truth.steps() - conditions.firstStep();
    this.steps = steps == 0 ? ScoredSteps.horizon(available) : Math.min(steps, available);
  }

  static Gated gated(TrainedModel model) {
    return Gated.of(model.operator())
        .filter(Gated::isGated)
        .orElseThrow(
            () ->
                new UserError(
                    "a model with a gate",
                    "a model '%s' without".formatted(model.card().spec().model()),
                    "There is no gate to examine; choose another run."));
  }

  public int trajectories() {
    return trajectories;
  }

  public int steps() {
    return steps;
  }

  public List<BandCalibration> measure(ProgressListener listener) {
    try (Autograd.Mode off = Autograd.off()) {
      for (int first = 0; first < trajectories; first += BATCH) {
        int count = Math.min(BATCH, trajectories - first);
        for (int step = 0; step < steps; step++) {
          try (Scope scope = new Scope()) {
            add(first, count, conditions.firstStep() + step);
          }
        }
        listener.progress(first + count, trajectories, "");
      }
    }
    List<BandCalibration> results =
        sums.entrySet().stream().map(e -> e.getValue().calibration(e.getKey())).toList();
    sums.values().forEach(s -> s.activity.close());
    sums.clear();
    return results;
  }

  private void add(int first, int count, int step) {
    Grid grid = model.card().shape().grid();
    Tensor u = conditions.state(first, count, step);
    Conditions given = model.card().standardised(conditions.at(first, count, step));
    double[] physical = spectrum == Spectrum.PHYSICAL ? power(u, grid) : null;
    for (GateReading gate : operator.gates(model.card().normaliser().normalise(u), given)) {
      if (!operator.blocks().get(gate.block()).isGated()) {
        continue;
      }
      boolean ofState = physical != null;
      Grid seen = ofState ? grid : grid.with(Points.of(gate.input(), grid.dimension()));
      sums.computeIfAbsent(gate.block(), b -> new Sums(gate.modes()))
          .add(
              gate,
              ofState ? physical : power(gate.input(), seen),
              seen.points(),
              alphas[gate.block()]);
    }
  }

  /** Power of every wave of the grid, summed over samples. */
  private static double[] power(Tensor fields, Grid grid) {
    return new PowerSpectrum(grid, fields.device()).power(fields).sum(0).toDoubles();
  }

  /** Sums over samples, mode by mode. */
  private static final class Sums {
    private final Modes modes;
    private final double[] power;
    private final double[] delta;
    private final GateActivity.Sums activity = new GateActivity.Sums();
    private long samples;

    Sums(Modes modes) {
      this.modes = modes;
      power = new double[modes.count()];
      delta = new double[modes.count()];
    }

    void add(GateReading gate, double[] ofWaves, Points points, double alpha) {
      Modes all = Modes.ofReal(points);
      activity.add(gate.delta(), alpha);
      double[] mean = gate.delta().mean(0, 1).toDoubles();
      long count = gate.delta().size(0);
      for (int i = 0; i < power.length; i++) {
        power[i] += ofWaves[all.arrayIndex(modes.waves(i))];
        delta[i] += mean[i] * count;
      }
      samples += count;
    }

    BandCalibration calibration(int block) {
      ModeShells shells = new ModeShells(modes);
      double[] p = shells.means(power);
      double[] w = shells.means(delta);
      for (int k = 0; k < p.length; k++) {
        p[k] /= samples;
        w[k] = 1 + w[k] / samples;
      }
      return BandCalibration.of(block, p, w, activity.activity());
    }
  }
}
