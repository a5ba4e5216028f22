package io.tfsno.eval;

import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.PowerSpectrum;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Collects the errors of a forecast, batch by batch and step by step. */
final class ScoreKeeper {
  private final int horizon;
  private final int dimension;
  private final double[][] mse;
  private final double[][] l2;
  private final double[][] h1;
  private final double[] psre;
  private final double[] sce;
  private final double[] psreFull;

  ScoreKeeper(int trajectories, int horizon, int dimension) {
    this.horizon = horizon;
    this.dimension = dimension;
    mse = new double[horizon][trajectories];
    l2 = new double[horizon][trajectories];
    h1 = new double[horizon][trajectories];
    psre = new double[trajectories];
    sce = new double[trajectories];
    psreFull = new double[trajectories];
  }

  /** Scores one step of the trajectories from {@code first} on. */
  void add(int step, int first, Tensor prediction, Tensor truth) {
    try (Scope scope = new Scope()) {
      FieldErrors errors = FieldErrors.of(prediction, truth, dimension);
      int count = errors.l2().length;
      System.arraycopy(errors.mse(), 0, mse[step - 1], first, count);
      System.arraycopy(errors.l2(), 0, l2[step - 1], first, count);
      System.arraycopy(errors.h1(), 0, h1[step - 1], first, count);
      if (step == horizon) {
        addSpectra(first, prediction, truth);
      }
    }
  }

  private void addSpectra(int first, Tensor prediction, Tensor truth) {
    int[] shape = new int[dimension];
    for (int i = 0; i < dimension; i++) {
      shape[i] = Math.toIntExact(truth.size(i - dimension));
    }
    PowerSpectrum tables = new PowerSpectrum(shape, truth.device());
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
    List<Scores.Step> steps = new ArrayList<>();
    for (int i = 0; i < horizon; i++) {
      steps.add(step(i + 1, mse[i], l2[i], h1[i]));
    }
    Scores.Step overall = step(0, overSteps(mse), overSteps(l2), overSteps(h1));
    return new Scores(
        steps,
        overall,
        Statistic.of(psre),
        Statistic.of(sce),
        overall.nonFinite(),
        Statistic.of(psreFull));
  }

  private static Scores.Step step(int number, double[] mse, double[] l2, double[] h1) {
    int nonFinite = (int) Arrays.stream(mse).filter(v -> !Double.isFinite(v)).count();
    return new Scores.Step(
        number, Statistic.of(mse), Statistic.of(l2), Statistic.of(h1), nonFinite);
  }

  private double[] overSteps(double[][] values) {
    double[] means = new double[values[0].length];
    for (double[] step : values) {
      for (int i = 0; i < means.length; i++) {
        means[i] += step[i] / horizon;
      }
    }
    return means;
  }
}
