package io.tfsno.report;

import io.tfsno.report.figure.Figure;
import io.tfsno.report.figure.LinePanel;
import io.tfsno.report.figure.Series;
import io.tfsno.report.ink.Palette;
import io.tfsno.report.ink.Scale;
import io.tfsno.spectral.Axis;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * What it means not to know a number that differs between trajectories: the last predicted states
 * where it is lowest and highest. A model that does not know it predicts something in between.
 */
final class ExtremesFigure {
  private static final double MARGIN = 0.3;

  private ExtremesFigure() {}

  static String heading(List<RunView> runs) {
    return "From the lowest to the highest " + name(runs);
  }

  static String caption(List<RunView> runs) {
    return "Mean error over all test trajectories; truth (solid) and predictions (dashed) after %d steps in the trajectories with the lowest and the highest %s; the truth of the latter over time, and each model's error there, on one colour scale."
        .formatted(runs.get(0).evaluation().horizon(), name(runs));
  }

  static Figure of(List<RunView> runs) {
    Extremes first = runs.get(0).extremes();
    Figure figure =
        new Figure("")
            .columns(4)
            .panelSize(290, 290)
            .add(errors(runs))
            .add(last(runs, first.lowest(), Extremes::low))
            .add(last(runs, first.highest(), Extremes::high))
            .add(FieldFigures.truth(value(runs, first.highest()) + ", truth", first.high()));
    Span span = new Span(0, errorBound(runs));
    for (RunView run : runs) {
      figure.add(FieldFigures.error("Error of " + run.name(), run.extremes().high(), span));
    }
    return figure;
  }

  /** One scale of colours for all errors, within that of the truth. */
  private static double errorBound(List<RunView> runs) {
    double truth = Span.of(field(runs.get(0).extremes().high()).truth()).bound();
    double errors =
        runs.stream()
            .mapToDouble(run -> Span.aboutZero(field(run.extremes().high()).error()).bound())
            .max()
            .orElse(truth);
    return Math.min(truth, errors);
  }

  private static Sample.Fields field(Sample sample) {
    return sample.fields().get(0);
  }

  private static String value(List<RunView> runs, double value) {
    return String.format(Locale.ROOT, "%s = %.2g", name(runs), value);
  }

  private static String name(List<RunView> runs) {
    return runs.get(0).extremes().parameter().name();
  }

  private static LinePanel last(
      List<RunView> runs, double value, Function<Extremes, Sample> chosen) {
    Sample sample = chosen.apply(runs.get(0).extremes());
    int step = sample.states() - 1;
    Axis x = sample.grid().axis(0);
    double[] places =
        IntStream.range(0, x.points()).mapToDouble(i -> i * x.length() / x.points()).toArray();
    Sample.Fields field = field(sample);
    LinePanel panel =
        new LinePanel("%s, step %d".formatted(value(runs, value), step))
            .xAxis(x.name(), Scale.LINEAR)
            .yAxis(field.label(), Scale.LINEAR)
            .add(Series.of("truth", places, field.truth()[step]).withColor(Palette.INK));
    for (int i = 0; i < runs.size(); i++) {
      double[] predicted = field(chosen.apply(runs.get(i).extremes())).prediction()[step];
      panel.add(Series.of("", places, predicted).withColor(Palette.rgb(i)).withDashes());
    }
    return ranged(panel, field.truth()[step]);
  }

  /** The truth decides what is shown, so that a rollout that strayed does not flatten it. */
  private static LinePanel ranged(LinePanel panel, double[] truth) {
    double low = Arrays.stream(truth).min().orElse(0);
    double high = Arrays.stream(truth).max().orElse(0);
    double margin = MARGIN * (high - low);
    return margin > 0 ? panel.yRange(low - margin, high + margin) : panel;
  }

  private static LinePanel errors(List<RunView> runs) {
    LinePanel panel =
        new LinePanel("Mean error")
            .xAxis("step", Scale.LINEAR)
            .yAxis("relative L₂ error", Scale.LOG10);
    for (int i = 0; i < runs.size(); i++) {
      panel.add(RunFigures.meanError(runs.get(i)).withColor(Palette.rgb(i)));
    }
    return panel;
  }
}
