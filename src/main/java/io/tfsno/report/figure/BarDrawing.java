package io.tfsno.report.figure;

import io.tfsno.report.ink.Box;
import io.tfsno.report.ink.Insets;
import io.tfsno.report.ink.Palette;
import io.tfsno.report.ink.Point;
import io.tfsno.report.ink.Scale;
import io.tfsno.report.ink.Style;
import io.tfsno.report.ink.Svg;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Draws groups of bars side by side. */
record BarDrawing(PlotFrame frame, List<BarPanel.Bars> all, PlacedLegend legend)
    implements Drawing {
  /** The part of a group's width that its bars fill. */
  private static final double FILLED = 0.78;

  static BarDrawing of(PlotFrame frame, List<BarPanel.Bars> all, PanelPlace cell) {
    List<BarPanel.Bars> fixed = List.copyOf(all);
    Legend legend =
        new Legend(
            IntStream.range(0, fixed.size())
                .mapToObj(i -> new Legend.Entry(fixed.get(i).name(), Style.block(Palette.rgb(i))))
                .toList());
    Box plot = cell.box().inside(frame.insets());
    return new BarDrawing(
        frame, fixed, PlacedLegend.of(legend, plot, obstacles(frame, fixed, plot)));
  }

  @Override
  public Insets insets() {
    return frame.insets().plus(legend.insets());
  }

  @Override
  public void draw(Svg svg, Box plot) {
    frame.horizontalGrid(svg, plot);
    svg.beginClip(plot);
    for (int s = 0; s < all.size(); s++) {
      svg.begin("g").plain("title", all.get(s).name());
      for (int g = 0; g < all.get(s).bars().size(); g++) {
        bar(svg, plot, s, g);
      }
      svg.end();
    }
    svg.end();
    frame.spines(svg, plot);
    double zero = floor(frame, plot);
    if (zero < plot.bottom()) {
      svg.line(plot.x(), zero, plot.right(), zero, PlotFrame.SPINE, PlotFrame.SPINE_WIDTH);
    }
    frame.labels(svg, plot);
    legend.draw(svg, frame, plot, obstacles(frame, all, plot));
  }

  private void bar(Svg svg, Box plot, int series, int group) {
    BarPanel.Bar b = all.get(series).bars().get(group);
    if (!frame.y().shows(b.value())) {
      return;
    }
    Box box = box(frame, all, plot, series, group);
    svg.boxed("rect", box, "fill", Svg.color(Palette.rgb(series)));
    if (frame.y().shows(b.lo()) && frame.y().shows(b.hi())) {
      double middle = box.x() + box.width() / 2;
      double lo = frame.py(plot, b.lo());
      double hi = frame.py(plot, b.hi());
      double cap = Math.min(3, box.width() / 3);
      String ink = Svg.color(Palette.INK);
      svg.line(middle, lo, middle, hi, ink, 1);
      svg.line(middle - cap, lo, middle + cap, lo, ink, 1);
      svg.line(middle - cap, hi, middle + cap, hi, ink, 1);
    }
  }

  private static Box box(
      PlotFrame frame, List<BarPanel.Bars> all, Box plot, int series, int group) {
    double value = all.get(series).bars().get(group).value();
    double width = FILLED / all.size();
    double left = group + (1 - FILLED) / 2 + series * width;
    double x = frame.px(plot, left);
    double right = frame.px(plot, left + width);
    double y = frame.py(plot, value);
    double floor = floor(frame, plot);
    return new Box(x, Math.min(y, floor), 0.92 * (right - x), Math.abs(floor - y));
  }

  private static double floor(PlotFrame frame, Box plot) {
    boolean log = frame.y().scale() == Scale.LOG10;
    double y = log ? plot.bottom() : frame.py(plot, 0);
    return Math.max(plot.y(), Math.min(plot.bottom(), y));
  }

  /** Points that a legend should not cover. */
  private static List<Point> obstacles(PlotFrame frame, List<BarPanel.Bars> all, Box plot) {
    List<Point> points = new ArrayList<>();
    for (int s = 0; s < all.size(); s++) {
      for (int g = 0; g < all.get(s).bars().size(); g++) {
        BarPanel.Bar b = all.get(s).bars().get(g);
        if (frame.y().shows(b.value())) {
          Box box = box(frame, all, plot, s, g);
          double top = frame.y().shows(b.hi()) ? frame.py(plot, b.hi()) : box.y();
          double middle = box.x() + box.width() / 2;
          Point from = new Point(middle, Math.min(top, box.y()));
          points.addAll(Curve.sampled(List.of(from, new Point(middle, box.bottom())), 4));
        }
      }
    }
    return points;
  }
}
