package io.tfsno.report.figure;

import io.tfsno.report.ink.Box;
import io.tfsno.report.ink.Insets;
import io.tfsno.report.ink.Marker;
import io.tfsno.report.ink.Point;
import io.tfsno.report.ink.Style;
import io.tfsno.report.ink.Svg;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Draws curves with their bands and markers. */
record LineDrawing(PlotFrame frame, List<Series> series, List<Style> styles, PlacedLegend legend)
    implements Drawing {
  /** Markers on a densely sampled curve would merge into a thick line. */
  private static final int MOST_MARKERS = 24;

  private static final double OBSTACLE_STEP = 3;

  static LineDrawing of(PlotFrame frame, List<Series> series, List<Style> styles, PanelPlace cell) {
    List<Series> fixed = List.copyOf(series);
    Legend legend =
        new Legend(
            IntStream.range(0, fixed.size())
                .mapToObj(i -> new Legend.Entry(fixed.get(i).name(), styles.get(i)))
                .toList());
    Box plot = cell.box().inside(frame.insets());
    return new LineDrawing(
        frame, fixed, styles, PlacedLegend.of(legend, plot, obstacles(frame, fixed, plot)));
  }

  @Override
  public Insets insets() {
    return frame.insets().plus(legend.insets());
  }

  @Override
  public void draw(Svg svg, Box plot) {
    frame.verticalGrid(svg, plot);
    frame.horizontalGrid(svg, plot);
    svg.beginClip(plot.grown(2));
    curves(svg, plot);
    svg.end();
    frame.spines(svg, plot);
    frame.labels(svg, plot);
    legend.draw(svg, frame, plot, obstacles(frame, series, plot));
  }

  /** The curves alone. */
  void curves(Svg svg, Box plot) {
    for (int i = 0; i < series.size(); i++) {
      band(svg, plot, series.get(i), styles.get(i));
    }
    for (int i = 0; i < series.size(); i++) {
      svg.begin("g").plain("title", series.get(i).name());
      line(svg, plot, series.get(i), styles.get(i));
      svg.end();
    }
  }

  private void band(Svg svg, Box plot, Series s, Style style) {
    if (!s.hasBand()) {
      return;
    }
    List<List<Point>> upper = edge(frame, plot, s, true);
    List<List<Point>> lower = edge(frame, plot, s, false);
    for (int i = 0; i < upper.size(); i++) {
      List<Point> outline = new ArrayList<>(upper.get(i));
      for (int k = lower.get(i).size() - 1; k >= 0; k--) {
        outline.add(lower.get(i).get(k));
      }
      svg.leaf(
          "path",
          "d",
          Curve.path(outline) + "Z",
          "fill",
          style.color(),
          "fill-opacity",
          Style.BAND_OPACITY);
    }
  }

  private void line(Svg svg, Box plot, Series s, Style style) {
    for (List<Point> run : middle(frame, plot, s)) {
      if (run.size() > 1) {
        style.stroke(svg, Curve.path(run));
      } else if (style.marker().isEmpty()) {
        // A point between two gaps has no line; without a mark it would be lost.
        Marker.CIRCLE.draw(svg, run.get(0), style.color());
      }
      int every = (run.size() + MOST_MARKERS - 1) / MOST_MARKERS;
      for (int i = 0; i < run.size(); i += every) {
        Point at = run.get(i);
        style.marker().ifPresent(m -> m.draw(svg, at, style.color()));
      }
    }
  }

  private static List<List<Point>> middle(PlotFrame frame, Box plot, Series s) {
    return Curve.runs(
        s.size(),
        i ->
            frame.x().shows(s.x(i)) && frame.y().shows(s.y(i))
                ? Optional.of(new Point(frame.px(plot, s.x(i)), frame.py(plot, s.y(i))))
                : Optional.empty());
  }

  /** Both edges break at the same places, because a point counts only if the whole band has one. */
  private static List<List<Point>> edge(PlotFrame frame, Box plot, Series s, boolean upper) {
    return Curve.runs(
        s.size(),
        i -> {
          boolean shown =
              frame.x().shows(s.x(i)) && frame.y().shows(s.hi(i)) && Double.isFinite(s.lo(i));
          // A band that reaches below zero goes down to the floor of a logarithmic axis.
          double lo = frame.y().shows(s.lo(i)) ? s.lo(i) : frame.y().range().lo();
          double v = upper ? s.hi(i) : lo;
          return shown
              ? Optional.of(new Point(frame.px(plot, s.x(i)), frame.py(plot, v)))
              : Optional.empty();
        });
  }

  /** Points that a legend should not cover. */
  private static List<Point> obstacles(PlotFrame frame, List<Series> series, Box plot) {
    List<Point> points = new ArrayList<>();
    for (Series s : series) {
      List<List<Point>> runs = new ArrayList<>(middle(frame, plot, s));
      if (s.hasBand()) {
        runs.addAll(edge(frame, plot, s, true));
        runs.addAll(edge(frame, plot, s, false));
      }
      runs.forEach(run -> points.addAll(Curve.sampled(run, OBSTACLE_STEP)));
    }
    return points;
  }
}
