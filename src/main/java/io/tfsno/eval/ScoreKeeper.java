package io.tfsno.eval;

import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.PowerSpectrum;
import java.util.ArrayList;
import java.util.List;

/** Collects the errors of a forecast, batch by batch and step by step. */
final class ScoreKeeper {
  private final int horizon;
  private final Grid grid;
  private final List<String> names;
  private final ErrorTable all;
  private final List<ErrorTable> channels = new ArrayList<>();
  private final double[] psre;
  private final double[] sce;
  private final double[] psreFull;

  /**
   * @param names of the channels
   */
  ScoreKeeper(int trajectories, int horizon, Grid grid, List<String> names) {
    this.horizon = horizon;
    this.grid = grid;
    this.names = names;
    all = new ErrorTable(trajectories, horizon);
    names.forEach(name -> channels.add(new ErrorTable(trajectories, horizon)));
    psre = new double[trajectories];
    sce = new double[trajectories];
    psreFull = new double[trajectories];
  }

  /** Scores one step of the trajectories from {@code first} on. */
  void add(int step, int first, Tensor prediction, Tensor truth) {
    try (Scope scope = new Scope()) {
      FieldErrors.Split errors = FieldErrors.split(prediction, truth, grid);
      all.add(step, first, errors.all());
      for (int c = 0; c < channels.size(); c++) {
        channels.get(c).add(step, first, errors.channels().get(c));
      }
      if (step == horizon) {
        addSpectra(first, prediction, truth);
      }
    }
  }

  private void addSpectra(int first, Tensor prediction, Tensor truth) {
    PowerSpectrum tables = new PowerSpectrum(grid, truth.device());
    Tensor predicted = tables.power(prediction);
    Tensor true_ = tables.power(truth);
    // In 1D the shells are the waves themselves.
    double[] r = relativeError(tables.shells(predicted), tables.shells(true_));
    double[] f = relativeError(predicted, true_);
    Tensor shift = tables.centroid(predicted).sub(tables.centroid(true_)).abs();
    double[] s = shift.toDoubles();
    System.arraycopy(r, 0, psre, first, r.length);
    System.arraycopy(s, 0, sce, first, s.length);
    System.arraycopy(f, 0, psreFull, first, f.length);
  }

  private static double[] relativeError(Tensor p, Tensor t) {
    return p.sub(t).square().sum(1).div(t.square().sum(1)).sqrt().toDoubles();
  }

  Scores scores() {
    Scores.Step overall = all.overall();
    List<Scores.Channel> each = new ArrayList<>();
    for (int c = 0; c < channels.size(); c++) {
      ErrorTable table = channels.get(c);
      each.add(new Scores.Channel(names.get(c), table.steps(), table.overall()));
    }
    return new Scores(
        all.steps(),
        overall,
        Summary.of(psre),
        Summary.of(sce),
        overall.nonFinite(),
        Summary.of(psreFull),
        each,
        all.last());
  }
}
