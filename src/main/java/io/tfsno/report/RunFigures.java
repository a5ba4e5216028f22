package io.tfsno.report;

import io.tfsno.report.figure.Figure;
import io.tfsno.report.figure.HeatPanel;
import io.tfsno.report.figure.LinePanel;
import io.tfsno.report.figure.Series;
import io.tfsno.report.ink.ColorMap;
import io.tfsno.report.ink.Palette;
import io.tfsno.report.ink.Scale;
import java.util.List;
import java.util.stream.IntStream;

/** The figures of a report. */
final class RunFigures {
  private static final int[] STEPS = {1, 10, 25, 50};

  private RunFigures() {}

  /** Error against step for every model, with its spread over trajectories. */
  static Figure errors(List<RunView> runs) {
    LinePanel l2 = panel("Relative L₂ error", "step", "relative L₂ error");
    LinePanel h1 = panel("Relative H₁ error", "step", "relative H₁ error");
    for (RunView run : runs) {
      l2.add(errorSeries(run, true));
      h1.add(errorSeries(run, false));
    }
    RunView first = runs.get(0);
    double[] step = steps(first.evaluation().horizon());
    l2.add(
        Series.of(
                "copying the start",
                step,
                first.evaluation().persistence().steps().stream()
                    .mapToDouble(s -> s.l2().mean())
                    .toArray())
            .withDashes()
            .withColor(Palette.INK));
    h1.add(
        Series.of(
                "copying the start",
                step,
                first.evaluation().persistence().steps().stream()
                    .mapToDouble(s -> s.h1().mean())
                    .toArray())
            .withDashes()
            .withColor(Palette.INK));
    return new Figure("").columns(2).panelSize(420, 300).add(l2).add(h1);
  }

  private static Series errorSeries(RunView run, boolean l2) {
    var scores = run.evaluation().scores().steps();
    double[] mean = scores.stream().mapToDouble(s -> l2 ? s.l2().mean() : s.h1().mean()).toArray();
    double[] spread =
        scores.stream().mapToDouble(s -> l2 ? s.l2().deviation() : s.h1().deviation()).toArray();
    double[] low = new double[mean.length];
    double[] high = new double[mean.length];
    for (int i = 0; i < mean.length; i++) {
      // Symmetric in the logarithm, so that the band stays positive.
      double factor = 1 + spread[i] / mean[i];
      low[i] = mean[i] / factor;
      high[i] = mean[i] * factor;
    }
    return Series.of(run.name(), steps(mean.length), mean).withBand(low, high);
  }

  private static LinePanel panel(String title, String x, String y) {
    return new LinePanel(title).xAxis(x, Scale.LINEAR).yAxis(y, Scale.LOG10);
  }

  private static double[] steps(int horizon) {
    return IntStream.rangeClosed(1, horizon).asDoubleStream().toArray();
  }

  /** Truth, prediction and error of one test trajectory. */
  static Figure fields(RunView run) {
    return run.sample().shape().length == 1 ? spaceTime(run) : frames(run);
  }

  private static Figure spaceTime(RunView run) {
    RunView.Sample s = run.sample();
    double bound = largest(s.truth());
    double end = s.dt() * (s.truth().length - 1);
    double[][] error = difference(s.prediction(), s.truth());
    return new Figure("")
        .columns(3)
        .panelSize(330, 290)
        .add(map("Truth", s.truth(), s, end, bound, "u(x, t)"))
        .add(map(run.name(), s.prediction(), s, end, bound, "u(x, t)"))
        .add(map("Error of " + run.name(), error, s, end, largest(error), "prediction − truth"));
  }

  private static HeatPanel map(
      String title, double[][] values, RunView.Sample s, double end, double bound, String bar) {
    return HeatPanel.of(title, values)
        .xAxis("x", 0, s.length())
        .yAxis("time t", 0, end)
        .colors(ColorMap.DIVERGING)
        .valueRange(-bound, bound)
        .colorBar(bar, Scale.LINEAR);
  }

  private static Figure frames(RunView run) {
    RunView.Sample s = run.sample();
    int[] steps = IntStream.of(STEPS).filter(t -> t < s.truth().length).toArray();
    Figure figure = new Figure("").columns(steps.length).panelSize(270, 230);
    double bound = largest(s.truth());
    double[][] error = difference(s.prediction(), s.truth());
    double errorBound = largest(error);
    for (int t : steps) {
      figure.add(frame("Truth, step " + t, s.truth()[t], s, bound));
    }
    for (int t : steps) {
      figure.add(frame(run.name() + ", step " + t, s.prediction()[t], s, bound));
    }
    for (int t : steps) {
      figure.add(frame("Error, step " + t, error[t], s, errorBound));
    }
    return figure;
  }

  private static HeatPanel frame(String title, double[] field, RunView.Sample s, double bound) {
    int nx = s.shape()[0];
    int ny = s.shape()[1];
    double[][] rows = new double[ny][nx];
    for (int x = 0; x < nx; x++) {
      for (int y = 0; y < ny; y++) {
        rows[y][x] = field[x * ny + y];
      }
    }
    return HeatPanel.of(title, rows)
        .xAxis("x", 0, s.length())
        .yAxis("y", 0, s.length())
        .colors(ColorMap.DIVERGING)
        .valueRange(-bound, bound)
        .equalAspect();
  }

  /** Power spectra of one test trajectory at several steps, truth against models. */
  static Figure spectra(List<RunView> runs) {
    RunView.Sample first = runs.get(0).sample();
    int[] steps = IntStream.of(STEPS).filter(t -> t < first.truth().length).toArray();
    Figure figure = new Figure("").columns(2).panelSize(420, 270);
    for (int t : steps) {
      LinePanel panel =
          new LinePanel("Step " + t).xAxis("wave number k", Scale.LOG10).yAxis("P(k)", Scale.LOG10);
      double[] truth = first.truthPower()[t];
      double peak = 0;
      for (double p : truth) {
        peak = Math.max(peak, p);
      }
      panel.add(spectrum("truth", truth).withColor(Palette.INK));
      for (RunView run : runs) {
        panel.add(spectrum(run.name(), run.sample().predictionPower()[t]).withDashes());
      }
      figure.add(peak > 0 ? panel.yRange(peak * 1e-12, peak * 3) : panel);
    }
    return figure;
  }

  private static Series spectrum(String name, double[] power) {
    int waves = power.length - 1;
    double[] k = new double[waves];
    double[] p = new double[waves];
    for (int i = 0; i < waves; i++) {
      k[i] = i + 1;
      p[i] = power[i + 1];
    }
    return Series.of(name, k, p);
  }

  /** Loss and validation error against epoch. */
  static Figure training(List<RunView> runs) {
    LinePanel loss = panel("Training loss", "epoch", "loss");
    LinePanel validation = panel("Validation", "epoch", "relative L₂ over the rollout");
    for (RunView run : runs) {
      loss.add(Series.of(run.name(), run.curve().epoch(), run.curve().loss()));
      validation.add(
          Series.of(run.name(), run.curve().validationEpoch(), run.curve().validation())
              .withMarkers());
    }
    return new Figure("").columns(2).panelSize(420, 270).add(loss).add(validation);
  }

  private static double[][] difference(double[][] a, double[][] b) {
    double[][] d = new double[a.length][a[0].length];
    for (int t = 0; t < a.length; t++) {
      for (int i = 0; i < a[t].length; i++) {
        d[t][i] = a[t][i] - b[t][i];
      }
    }
    return d;
  }

  private static double largest(double[][] values) {
    double largest = 0;
    for (double[] row : values) {
      for (double v : row) {
        largest = Double.isFinite(v) ? Math.max(largest, Math.abs(v)) : largest;
      }
    }
    return largest > 0 ? largest : 1;
  }
}
