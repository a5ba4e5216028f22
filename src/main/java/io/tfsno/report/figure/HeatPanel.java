package io.tfsno.report.figure;

import io.tfsno.report.ink.Box;
import io.tfsno.report.ink.ColorMap;
import io.tfsno.report.ink.Range;
import io.tfsno.report.ink.Scale;
import java.util.Locale;

/** A field as colours, such as a solution over space and time or a snapshot in two dimensions. */
public final class HeatPanel extends Panel {
  private final String title;
  private final Raster field;
  private AxisSpec x;
  private AxisSpec y;
  private AxisSpec value = AxisSpec.automatic("", Scale.LINEAR);
  private ColorMap colors = ColorMap.SEQUENTIAL;
  private boolean rowZeroOnTop;
  private boolean equalAspect;
  private boolean colorBar = true;

  private HeatPanel(String title, Raster field) {
    this.title = title;
    this.field = field;
    this.x = AxisSpec.automatic("", Scale.LINEAR).ranged(0, field.cols());
    this.y = AxisSpec.automatic("", Scale.LINEAR).ranged(0, field.rows());
  }

  /** Rows run along the y axis and columns along the x axis. The values are copied. */
  public static HeatPanel of(String title, double[][] values) {
    return new HeatPanel(title, Raster.of(values));
  }

  /** The same for values stored row after row. */
  public static HeatPanel of(String title, int rows, int cols, double[] values) {
    return new HeatPanel(title, Raster.of(rows, cols, values));
  }

  /**
   * The left edge of the first column is at {@code lo}, the right edge of the last at {@code hi}.
   */
  public HeatPanel xAxis(String label, double lo, double hi) {
    x = x.labelled(label, Scale.LINEAR).ranged(lo, hi);
    return this;
  }

  /** The outer edge of the first row is at {@code lo}, that of the last row at {@code hi}. */
  public HeatPanel yAxis(String label, double lo, double hi) {
    y = y.labelled(label, Scale.LINEAR).ranged(lo, hi);
    return this;
  }

  /** Row 0 on top and y growing downwards, as matrices are printed; without it y grows upwards. */
  public HeatPanel rowZeroOnTop() {
    rowZeroOnTop = true;
    return this;
  }

  /** One unit of x as long as one unit of y. */
  public HeatPanel equalAspect() {
    equalAspect = true;
    return this;
  }

  public HeatPanel colors(ColorMap map) {
    colors = map;
    return this;
  }

  /** The values at the two ends of the colour map; without it those of the data. */
  public HeatPanel valueRange(double lo, double hi) {
    value = value.ranged(lo, hi);
    return this;
  }

  /** Puts zero in the middle of the colour map, as {@link ColorMap#DIVERGING} needs it. */
  public HeatPanel symmetric() {
    double most = field.values().filter(Double::isFinite).map(Math::abs).max().orElse(1);
    Range range = Range.usable(-most, most, Scale.LINEAR);
    return valueRange(range.lo(), range.hi());
  }

  /** What the colours mean, and whether they follow the value or its logarithm. */
  public HeatPanel colorBar(String label, Scale scale) {
    value = value.labelled(label, scale);
    return this;
  }

  /** For a panel whose neighbour shows the same colours. */
  public HeatPanel withoutColorBar() {
    colorBar = false;
    return this;
  }

  @Override
  Drawing prepare(PanelPlace cell) {
    Range xs = x.fixed();
    Range ys = y.fixed();
    double aspect = equalAspect ? (xs.hi() - xs.lo()) / (ys.hi() - ys.lo()) : 0;
    Box whole = PlotFrame.roughPlot(cell);
    Box rough = aspect > 0 ? whole.withAspect(aspect) : whole;
    PlotAxis xAxis = PlotAxis.horizontal(x.label(), Scale.LINEAR, xs, rough.width());
    PlotAxis yAxis = PlotAxis.vertical(y.label(), Scale.LINEAR, ys, rough.height());
    Range values = value.range(field.values(), 0);
    PlotAxis valueAxis = PlotAxis.vertical(value.label(), value.scale(), values, rough.height());
    return new HeatDrawing(
        PlotFrame.of(cell, title, xAxis, rowZeroOnTop ? yAxis.flip() : yAxis),
        new HeatImage(field, valueAxis, colors, rowZeroOnTop),
        colorBar,
        aspect);
  }

  @Override
  String summary() {
    Range values = value.range(field.values(), 0);
    return String.format(
        Locale.ROOT,
        "Colour map %s: %s over %s and %s, from %.3g to %.3g.",
        title,
        value.label(),
        x.label(),
        y.label(),
        values.lo(),
        values.hi());
  }
}
