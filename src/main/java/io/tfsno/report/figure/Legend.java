package io.tfsno.report.figure;

import io.tfsno.report.ink.Box;
import io.tfsno.report.ink.Point;
import io.tfsno.report.ink.Style;
import io.tfsno.report.ink.Svg;
import io.tfsno.report.ink.Text;
import java.util.Comparator;
import java.util.List;
import java.util.stream.DoubleStream;

/** Names and samples of the series, in a box within the plot or in rows below it. */
record Legend(List<Entry> entries) {
  /** One named series. */
  record Entry(String name, Style style) {}

  private static final double ROW = 16;
  private static final double PAD = 6;
  private static final double GAP = 6;
  private static final double BETWEEN = 16;

  /** Corners first, then the middles of the edges. */
  private static final double[][] PLACES = {
    {1, 0}, {0, 0}, {1, 1}, {0, 1}, {0.5, 0}, {0.5, 1}, {1, 0.5}, {0, 0.5}
  };

  Legend {
    entries = entries.stream().filter(e -> !e.name().isBlank()).toList();
  }

  boolean fitsInside(Box plot, List<Point> data) {
    Box best = emptiest(plot, data);
    boolean small = best.width() * best.height() < 0.3 * plot.width() * plot.height();
    return small && best.width() < 0.7 * plot.width() && covered(best, data) == 0;
  }

  double heightBelow(double width) {
    if (entries.isEmpty()) {
      return 0;
    }
    int rows = (entries.size() + columns(width) - 1) / columns(width);
    return PAD + rows * ROW;
  }

  void drawInside(Svg svg, Box plot, List<Point> data) {
    if (entries.isEmpty()) {
      return;
    }
    Box box = emptiest(plot, data);
    svg.boxed("rect", box, "rx", 2, "fill", "#ffffff", "fill-opacity", 0.85);
    for (int i = 0; i < entries.size(); i++) {
      entry(svg, entries.get(i), box.x() + PAD, box.y() + PAD + ROW * (i + 0.5));
    }
  }

  /** In columns of equal width, starting at {@code top}, centred below {@code middle}. */
  void drawBelow(Svg svg, double middle, double top, double width) {
    int columns = columns(width);
    double start = middle - (columns * columnWidth() - BETWEEN) / 2;
    for (int i = 0; i < entries.size(); i++) {
      int row = i / columns;
      double x = start + (i % columns) * columnWidth();
      entry(svg, entries.get(i), x, top + PAD + ROW * (row + 0.5));
    }
  }

  private void entry(Svg svg, Entry e, double x, double y) {
    e.style().sample(svg, x, y);
    svg.text(e.name(), Text.TICK, x + Style.SAMPLE_WIDTH + GAP, y + 0.36 * Text.TICK);
  }

  private double widest() {
    return widths().max().orElse(0);
  }

  private DoubleStream widths() {
    return entries.stream().mapToDouble(e -> Text.width(e.name(), Text.TICK));
  }

  private double columnWidth() {
    return Style.SAMPLE_WIDTH + GAP + widest() + BETWEEN;
  }

  /** As many columns as fit, but no more than leave the rows evenly filled. */
  private int columns(double width) {
    int fit = Math.max(1, (int) ((width + BETWEEN) / columnWidth()));
    int rows = (entries.size() + fit - 1) / fit;
    return Math.max(1, (entries.size() + rows - 1) / Math.max(1, rows));
  }

  private Box emptiest(Box plot, List<Point> data) {
    double w = 2 * PAD + Style.SAMPLE_WIDTH + GAP + widest();
    double h = 2 * PAD + ROW * entries.size();
    Box room = plot.grown(-4);
    return List.of(PLACES).stream()
        .map(
            p ->
                new Box(
                    room.x() + p[0] * (room.width() - w),
                    room.y() + p[1] * (room.height() - h),
                    w,
                    h))
        .min(Comparator.comparingLong(b -> covered(b, data)))
        .orElseThrow();
  }

  private static long covered(Box box, List<Point> data) {
    return data.stream().filter(box::contains).count();
  }
}
