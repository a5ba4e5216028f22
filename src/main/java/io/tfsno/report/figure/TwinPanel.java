package io.tfsno.report.figure;

import io.tfsno.report.ink.Box;
import io.tfsno.report.ink.Range;
import io.tfsno.report.ink.Scale;
import io.tfsno.report.ink.Style;
import java.util.ArrayList;
import java.util.List;

/**
 * Two curves of different units over a common axis, one with its values on the left and one on the
 * right, such as the power and the gain of wave numbers. Parts of the common axis may be shaded.
 */
public final class TwinPanel extends Panel {
  private static final double MARGIN = 0.05;
  private static final double MARKER_MARGIN = 0.025;

  private final String title;
  private final String xLabel;
  private final Series left;
  private final Series right;
  private final List<Range> shaded = new ArrayList<>();
  private String shadedName = "";
  private AxisSpec leftAxis = AxisSpec.automatic("", Scale.LINEAR);
  private AxisSpec rightAxis = AxisSpec.automatic("", Scale.LINEAR);

  /** Both curves have names and colours of their own. */
  public TwinPanel(String title, String xLabel, Series left, Series right) {
    this.title = title;
    this.xLabel = xLabel;
    this.left = left;
    this.right = right;
  }

  public TwinPanel leftAxis(String label, Scale scale) {
    leftAxis = leftAxis.labelled(label, scale);
    return this;
  }

  /** Shows exactly this range on the left; without it the data decide. */
  public TwinPanel leftRange(double lo, double hi) {
    leftAxis = leftAxis.ranged(lo, hi);
    return this;
  }

  public TwinPanel rightAxis(String label, Scale scale) {
    rightAxis = rightAxis.labelled(label, scale);
    return this;
  }

  /** Names what is shaded, in the legend. */
  public TwinPanel shadedName(String name) {
    shadedName = name;
    return this;
  }

  public TwinPanel shade(double from, double to) {
    shaded.add(new Range(from, to));
    return this;
  }

  @Override
  Drawing prepare(PanelPlace cell) {
    Box rough = PlotFrame.roughPlot(cell);
    Range xs = Range.of(left.xs(), Scale.LINEAR).padded(MARKER_MARGIN, Scale.LINEAR);
    PlotAxis x = PlotAxis.horizontal(xLabel, Scale.LINEAR, xs, rough.width());
    return TwinDrawing.of(
        PlotFrame.of(cell, title, x, axis(leftAxis, left, rough)),
        PlotFrame.of(cell, title, x, axis(rightAxis, right, rough)),
        List.of(left, right),
        List.of(style(left, 0), style(right, 1)),
        new TwinDrawing.Shade(shadedName, List.copyOf(shaded)),
        cell);
  }

  private static PlotAxis axis(AxisSpec spec, Series series, Box rough) {
    return PlotAxis.vertical(
        spec.label(), spec.scale(), spec.range(series.ys(), MARGIN), rough.height());
  }

  private static Style style(Series series, int index) {
    return series.style(series.color().orElseThrow(), index);
  }

  @Override
  String summary() {
    return "Chart %s: %s on the left and %s on the right over %s."
        .formatted(title, left.name(), right.name(), xLabel);
  }
}
