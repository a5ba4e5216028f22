package io.tfsno.report.figure;

import io.tfsno.report.ink.Box;
import io.tfsno.report.ink.Insets;
import io.tfsno.report.ink.Point;
import io.tfsno.report.ink.Range;
import io.tfsno.report.ink.Style;
import io.tfsno.report.ink.Svg;
import java.util.ArrayList;
import java.util.List;

/**
 * Draws two curves with an axis each.
 *
 * @param left the frame of the first curve, which also has the common axis and the title
 * @param right the same with the axis of the second
 */
record TwinDrawing(
    PlotFrame left,
    PlotFrame right,
    List<Series> series,
    List<Style> styles,
    Shade shade,
    PlacedLegend legend)
    implements Drawing {
  private static final Style SHADED = Style.block(0xdff0e5);

  /** Parts of the common axis, and what they are. */
  record Shade(String name, List<Range> ranges) {}

  static TwinDrawing of(
      PlotFrame left,
      PlotFrame right,
      List<Series> series,
      List<Style> styles,
      Shade shade,
      PanelPlace cell) {
    List<Legend.Entry> entries = new ArrayList<>();
    for (int i = 0; i < series.size(); i++) {
      entries.add(new Legend.Entry(series.get(i).name(), styles.get(i)));
    }
    if (!shade.ranges.isEmpty()) {
      entries.add(new Legend.Entry(shade.name, SHADED));
    }
    Box plot = cell.box().inside(left.insets().plus(right.rightInsets()));
    // Two curves with scales of their own leave no corner that is surely free.
    return new TwinDrawing(
        left,
        right,
        series,
        styles,
        shade,
        new PlacedLegend(new Legend(entries), false, plot.width()));
  }

  @Override
  public Insets insets() {
    return left.insets().plus(right.rightInsets()).plus(legend.insets());
  }

  @Override
  public void draw(Svg svg, Box plot) {
    for (Range range : shade.ranges) {
      double from = Math.max(plot.x(), left.px(plot, range.lo()));
      double to = Math.min(plot.right(), left.px(plot, range.hi()));
      svg.boxed("rect", new Box(from, plot.y(), to - from, plot.height()), "fill", SHADED.color());
    }
    left.verticalGrid(svg, plot);
    left.horizontalGrid(svg, plot);
    svg.beginClip(plot.grown(2));
    curve(left, 0).curves(svg, plot);
    curve(right, 1).curves(svg, plot);
    svg.end();
    left.spines(svg, plot);
    left.labels(svg, plot);
    right.rightAxis(svg, plot);
    legend.draw(svg, left, plot, List.<Point>of());
  }

  private LineDrawing curve(PlotFrame frame, int index) {
    return new LineDrawing(frame, List.of(series.get(index)), List.of(styles.get(index)), legend);
  }
}
