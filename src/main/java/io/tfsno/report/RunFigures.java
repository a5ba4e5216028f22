package io.tfsno.report;

import io.tfsno.report.figure.Figure;
import io.tfsno.report.figure.LinePanel;
import io.tfsno.report.figure.Series;
import io.tfsno.report.ink.Palette;
import io.tfsno.report.ink.Scale;
import io.tfsno.run.ScoredSteps;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** The figures of a report. */
final class RunFigures {
  /** Powers of float32 fields below that share of the largest are rounding. */
  private static final double ROUNDING = 1e-16;

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

  /** The same without the spread. */
  static Series meanError(RunView run) {
    double[] mean =
        run.evaluation().scores().steps().stream().mapToDouble(s -> s.l2().mean()).toArray();
    return Series.of(run.name(), steps(mean.length), mean);
  }

  private static LinePanel panel(String title, String x, String y) {
    return new LinePanel(title).xAxis(x, Scale.LINEAR).yAxis(y, Scale.LOG10);
  }

  private static double[] steps(int horizon) {
    return IntStream.rangeClosed(1, horizon).asDoubleStream().toArray();
  }

  /** Power spectra of one test trajectory at several steps, truth against models. */
  static Figure spectra(List<RunView> runs) {
    Sample first = runs.get(0).sample();
    Figure figure = new Figure("").columns(2).panelSize(420, 270);
    for (int t : ScoredSteps.within(first.states() - 1)) {
      LinePanel panel =
          new LinePanel("Step " + t).xAxis("wave number k", Scale.LOG10).yAxis("P(k)", Scale.LOG10);
      double[] truth = first.truthPower()[t];
      panel.add(spectrum("truth", truth).withColor(Palette.INK));
      DoubleStream drawn = waves(truth);
      for (RunView run : runs) {
        double[] predicted = run.sample().predictionPower()[t];
        panel.add(spectrum(run.name(), predicted).withDashes());
        drawn = DoubleStream.concat(drawn, waves(predicted));
      }
      DoubleSummaryStatistics range = drawn.summaryStatistics();
      double low = Math.max(range.getMin(), range.getMax() * ROUNDING);
      figure.add(range.getCount() == 0 ? panel : panel.yRange(low / 3, range.getMax() * 3));
    }
    return figure;
  }

  /** The powers that a logarithmic axis can show, the mean left out. */
  private static DoubleStream waves(double[] power) {
    return Arrays.stream(power).skip(1).filter(p -> p > 0 && Double.isFinite(p));
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
}
