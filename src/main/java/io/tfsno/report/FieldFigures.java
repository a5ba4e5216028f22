package io.tfsno.report;

import io.tfsno.report.figure.Figure;
import io.tfsno.report.figure.HeatPanel;
import io.tfsno.report.ink.Scale;
import io.tfsno.run.ScoredSteps;
import io.tfsno.spectral.Axis;
import java.util.List;

/** Truth, prediction and error of one test trajectory, for every channel. */
final class FieldFigures {
  private final String run;
  private final Sample sample;

  private FieldFigures(RunView run) {
    this.run = run.name();
    this.sample = run.sample();
  }

  static Figure of(RunView run) {
    FieldFigures figures = new FieldFigures(run);
    return run.sample().grid().dimension() == 1 ? figures.spaceTime() : figures.frames();
  }

  static String caption(RunView run) {
    Sample sample = run.sample();
    String start =
        sample.first() == 0
            ? "its first state alone"
            : "state %d on; earlier states are input or skipped".formatted(sample.first() + 1);
    String slice = sample.slice().isEmpty() ? "" : " The slice at %s.".formatted(sample.slice());
    return "Test trajectory 0, predicted from %s.%s".formatted(start, slice);
  }

  /** The first channel of a line over time. */
  static HeatPanel truth(String title, Sample sample) {
    Sample.Fields f = sample.fields().get(0);
    return map(sample, title, f.truth(), Span.of(f.truth()), f.label());
  }

  /** How wrong its prediction is, in given colours. */
  static HeatPanel error(String title, Sample sample, Span span) {
    return map(sample, title, sample.fields().get(0).error(), span, "prediction − truth");
  }

  /** A row for each channel, with time upwards. */
  private Figure spaceTime() {
    Figure figure = new Figure("").columns(3).panelSize(330, 290);
    for (Sample.Fields f : sample.fields()) {
      Span span = Span.of(f.truth());
      double[][] error = f.error();
      String bar = several() ? f.label() : "%s(x, t)".formatted(f.channel().name());
      figure.add(map(sample, title(f, "Truth"), f.truth(), span, bar));
      figure.add(map(sample, title(f, run), f.prediction(), span, bar));
      figure.add(
          map(
              sample,
              title(f, "Error of " + run),
              error,
              Span.aboutZero(error),
              "prediction − truth"));
    }
    return figure;
  }

  private static HeatPanel map(
      Sample sample, String title, double[][] values, Span span, String bar) {
    Axis x = sample.grid().axis(0);
    HeatPanel panel =
        HeatPanel.of(title, values)
            .xAxis(x.name(), 0, x.length())
            .yAxis("time t", 0, sample.dt() * (sample.states() - 1))
            .colorBar(bar, Scale.LINEAR);
    return span.on(panel);
  }

  /** Three rows for each channel, with a few steps side by side. */
  private Figure frames() {
    List<Integer> steps = ScoredSteps.within(sample.states() - 1);
    Figure figure = new Figure("").columns(steps.size()).panelSize(270, 230);
    for (Sample.Fields f : sample.fields()) {
      Span span = Span.of(f.truth());
      double[][] error = f.error();
      row(figure, steps, title(f, "Truth"), f.truth(), span);
      row(figure, steps, title(f, run), f.prediction(), span);
      row(figure, steps, title(f, "Error"), error, Span.aboutZero(error));
    }
    return figure;
  }

  private void row(Figure figure, List<Integer> steps, String title, double[][] states, Span span) {
    String slice = sample.slice().isEmpty() ? "" : ", " + sample.slice();
    for (int t : steps) {
      figure.add(span.on(frame("%s, step %d%s".formatted(title, t, slice), states[t])));
    }
  }

  private HeatPanel frame(String title, double[] field) {
    Axis x = sample.grid().axis(0);
    Axis y = sample.grid().axis(1);
    double[][] rows = new double[y.points()][x.points()];
    for (int i = 0; i < field.length; i++) {
      rows[i % y.points()][i / y.points()] = field[i];
    }
    return HeatPanel.of(title, rows)
        .xAxis(x.name(), 0, x.length())
        .yAxis(y.name(), 0, y.length())
        .equalAspect();
  }

  private boolean several() {
    return sample.fields().size() > 1;
  }

  /** The only channel needs no name. */
  private String title(Sample.Fields f, String words) {
    return several() ? f.channel().name() + ": " + words : words;
  }
}
