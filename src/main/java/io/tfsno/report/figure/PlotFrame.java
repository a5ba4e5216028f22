package io.tfsno.report.figure;

import io.tfsno.report.ink.Box;
import io.tfsno.report.ink.Insets;
import io.tfsno.report.ink.Svg;
import io.tfsno.report.ink.Text;

/**
 * What surrounds the data: title, grid, axes with ticks, and axis labels.
 *
 * @param slanted whether the labels of the x axis are too long to stand side by side
 */
record PlotFrame(String tag, String title, PlotAxis x, PlotAxis y, boolean slanted) {
  static final String SPINE = "#555555";
  static final double SPINE_WIDTH = 0.9;

  /** Empty room at the outer edge of a cell. */
  static final double EDGE = 8;

  private static final String GRID = "#e7e7ea";
  private static final double MARK = 4;
  private static final double GAP = 3;
  private static final double SLANT = Math.toRadians(35);

  static PlotFrame of(PanelPlace cell, String title, PlotAxis x, PlotAxis y) {
    return new PlotFrame(cell.tag(), title, x, y, !x.labelsFit(roughPlot(cell).width()));
  }

  /** About the plot area this cell will have, to judge how many ticks fit. */
  static Box roughPlot(PanelPlace cell) {
    return cell.box().inside(new Insets(30, 30, 50, 70));
  }

  Insets insets() {
    double top = title.isBlank() && tag.isBlank() ? EDGE : 30;
    double bottom = MARK + GAP + labelHeight() + (x.name().isBlank() ? 0 : 6 + Text.LABEL);
    double left = MARK + GAP + y.widestLabel() + (y.name().isBlank() ? 0 : 9 + Text.LABEL);
    return new Insets(top, EDGE + overhang(), bottom + EDGE, left + EDGE);
  }

  /** The last label of the x axis is centred on its tick and may reach beyond the plot. */
  private double overhang() {
    return x.ticks().stream()
        .filter(t -> !slanted && x.fraction(t.value()) > 0.9)
        .mapToDouble(t -> Text.width(t.label(), Text.TICK) / 2)
        .reduce(6, Math::max);
  }

  private double labelHeight() {
    return slanted ? Text.TICK + x.widestLabel() * Math.sin(SLANT) : Text.TICK;
  }

  double px(Box plot, double v) {
    return plot.x() + plot.width() * x.fraction(v);
  }

  double py(Box plot, double v) {
    return plot.bottom() - plot.height() * y.fraction(v);
  }

  void verticalGrid(Svg svg, Box plot) {
    for (PlotAxis.Tick t : x.ticks()) {
      double at = px(plot, t.value());
      svg.line(at, plot.y(), at, plot.bottom(), GRID, 0.8);
    }
  }

  void horizontalGrid(Svg svg, Box plot) {
    for (PlotAxis.Tick t : y.ticks()) {
      double at = py(plot, t.value());
      svg.line(plot.x(), at, plot.right(), at, GRID, 0.8);
    }
  }

  /** The lines of the two axes. */
  void spines(Svg svg, Box plot) {
    double left = plot.x();
    double bottom = plot.bottom();
    svg.line(left, plot.y(), left, bottom, SPINE, SPINE_WIDTH);
    svg.line(left, bottom, plot.right(), bottom, SPINE, SPINE_WIDTH);
  }

  /** Tag, title, and ticks pointing away from the data so that they hide nothing. */
  void labels(Svg svg, Box plot) {
    title(svg, plot);
    bottom(svg, plot);
    left(svg, plot);
  }

  private void title(Svg svg, Box plot) {
    double baseline = plot.y() - 10;
    double start = plot.x();
    if (!tag.isBlank()) {
      svg.text(tag, Text.TITLE + 1, start, baseline, "font-weight", "bold");
      start += Text.width(tag, Text.TITLE + 1) + 8;
    }
    svg.text(title, Text.TITLE, start, baseline);
  }

  private void bottom(Svg svg, Box plot) {
    double top = plot.bottom();
    for (double v : x.minor()) {
      svg.line(px(plot, v), top, px(plot, v), top + MARK / 2, SPINE, 0.7);
    }
    for (PlotAxis.Tick t : x.ticks()) {
      double at = px(plot, t.value());
      svg.line(at, top, at, top + MARK, SPINE, SPINE_WIDTH);
      double baseline = top + MARK + GAP + 0.8 * Text.TICK;
      if (slanted) {
        turned(svg, t.label(), Text.TICK, at + 3, baseline, -Math.toDegrees(SLANT), "end");
      } else {
        svg.text(t.label(), Text.TICK, at, baseline, "text-anchor", "middle");
      }
    }
    double baseline = top + MARK + GAP + labelHeight() + 6 + 0.8 * Text.LABEL;
    svg.text(x.name(), Text.LABEL, plot.x() + plot.width() / 2, baseline, "text-anchor", "middle");
  }

  private void left(Svg svg, Box plot) {
    for (double v : y.minor()) {
      svg.line(plot.x() - MARK / 2, py(plot, v), plot.x(), py(plot, v), SPINE, 0.7);
    }
    double end = plot.x() - MARK - GAP;
    for (PlotAxis.Tick t : y.ticks()) {
      double at = py(plot, t.value());
      svg.line(plot.x() - MARK, at, plot.x(), at, SPINE, SPINE_WIDTH);
      svg.text(t.label(), Text.TICK, end, at + 0.36 * Text.TICK, "text-anchor", "end");
    }
    upwards(svg, y.name(), end - y.widestLabel() - 9, plot.y() + plot.height() / 2);
  }

  /** The room that {@link #rightAxis} needs in addition. */
  Insets rightInsets() {
    return new Insets(0, MARK + GAP + y.widestLabel() + 9 + Text.LABEL - 6, 0, 0);
  }

  /** The y axis once more, on the right, for a curve with values of its own. */
  void rightAxis(Svg svg, Box plot) {
    double at = plot.right();
    svg.line(at, plot.y(), at, plot.bottom(), SPINE, SPINE_WIDTH);
    double start = at + MARK + GAP;
    for (PlotAxis.Tick t : y.ticks()) {
      double height = py(plot, t.value());
      svg.line(at, height, at + MARK, height, SPINE, SPINE_WIDTH);
      svg.text(t.label(), Text.TICK, start, height + 0.36 * Text.TICK);
    }
    double label = start + y.widestLabel() + 9 + 0.5 * Text.LABEL;
    upwards(svg, y.name(), label, plot.y() + plot.height() / 2);
  }

  /** An axis label that reads upwards, centred on {@code y}. */
  static void upwards(Svg svg, String text, double x, double y) {
    turned(svg, text, Text.LABEL, x, y, -90, "middle");
  }

  private static void turned(
      Svg svg, String text, double size, double x, double y, double degrees, String anchor) {
    String turn = "rotate(%s %s %s)".formatted(Svg.number(degrees), Svg.number(x), Svg.number(y));
    svg.text(text, size, x, y, "text-anchor", anchor, "transform", turn);
  }
}
