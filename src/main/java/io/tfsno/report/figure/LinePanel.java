package io.tfsno.report.figure;

import io.tfsno.report.ink.Box;
import io.tfsno.report.ink.Palette;
import io.tfsno.report.ink.Scale;
import io.tfsno.report.ink.Style;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Curves over a common axis, such as errors over time or energy over wavenumber. */
public final class LinePanel extends Panel {
  private static final double MARGIN = 0.05;

  private final String title;
  private final List<Series> series = new ArrayList<>();
  private AxisSpec x = AxisSpec.automatic("", Scale.LINEAR);
  private AxisSpec y = AxisSpec.automatic("", Scale.LINEAR);

  public LinePanel(String title) {
    this.title = title;
  }

  public LinePanel xAxis(String label, Scale scale) {
    x = x.labelled(label, scale);
    return this;
  }

  public LinePanel yAxis(String label, Scale scale) {
    y = y.labelled(label, scale);
    return this;
  }

  /** Shows exactly this range; without it the data decide. */
  public LinePanel xRange(double lo, double hi) {
    x = x.ranged(lo, hi);
    return this;
  }

  /** Shows exactly this range; without it the data decide. */
  public LinePanel yRange(double lo, double hi) {
    y = y.ranged(lo, hi);
    return this;
  }

  /** Later series are drawn over earlier ones. */
  public LinePanel add(Series s) {
    series.add(s);
    return this;
  }

  @Override
  Drawing prepare(PanelPlace cell) {
    // Lines may run from edge to edge, but markers there would be cut.
    double xMargin = series.stream().anyMatch(Series::hasMarkers) ? 0.025 : 0;
    Box rough = PlotFrame.roughPlot(cell);
    PlotAxis xAxis =
        PlotAxis.horizontal(
            x.label(),
            x.scale(),
            x.range(series.stream().flatMapToDouble(Series::xs), xMargin),
            rough.width());
    PlotAxis yAxis =
        PlotAxis.vertical(
            y.label(),
            y.scale(),
            y.range(series.stream().flatMapToDouble(Series::ys), MARGIN),
            rough.height());
    return LineDrawing.of(PlotFrame.of(cell, title, xAxis, yAxis), series, styles(), cell);
  }

  private List<Style> styles() {
    int[] next = {0};
    return IntStream.range(0, series.size())
        .mapToObj(
            i -> {
              Series s = series.get(i);
              int rgb = s.color().isPresent() ? s.color().getAsInt() : Palette.rgb(next[0]++);
              return s.style(rgb, i);
            })
        .toList();
  }

  @Override
  String summary() {
    String names =
        series.stream()
            .map(Series::name)
            .filter(n -> !n.isBlank())
            .collect(Collectors.joining(", "));
    return "Line chart %s: %s over %s. %s".formatted(title, y.label(), x.label(), names).strip();
  }
}
