package io.tfsno.report.figure;

import io.tfsno.report.ink.Range;
import io.tfsno.report.ink.Scale;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** Groups of bars, such as the error of each model on each equation. */
public final class BarPanel extends Panel {
  /**
   * The bars of one name, one for each group; without whiskers, {@code lo} and {@code hi} are NaN.
   */
  record Bars(String name, List<Bar> bars) {}

  /** One bar and the ends of its whisker. */
  record Bar(double value, double lo, double hi) {}

  private final String title;
  private final List<String> groups;
  private final List<Bars> all = new ArrayList<>();
  private AxisSpec y = AxisSpec.automatic("", Scale.LINEAR);
  private String xLabel = "";

  public BarPanel(String title, List<String> groups) {
    this.title = title;
    this.groups = List.copyOf(groups);
  }

  public BarPanel xAxis(String label) {
    xLabel = label;
    return this;
  }

  /** On a logarithmic axis bars stand on the bottom of the plot: only their tops mean something. */
  public BarPanel yAxis(String label, Scale scale) {
    y = y.labelled(label, scale);
    return this;
  }

  public BarPanel yRange(double lo, double hi) {
    y = y.ranged(lo, hi);
    return this;
  }

  /** One value for each group; NaN for none. */
  public BarPanel add(String name, double[] values) {
    double[] none = new double[values.length];
    Arrays.fill(none, Double.NaN);
    return add(name, values, none, none);
  }

  /** The same with whiskers from {@code lo} to {@code hi}. */
  public BarPanel add(String name, double[] values, double[] lo, double[] hi) {
    if (values.length != groups.size()
        || lo.length != groups.size()
        || hi.length != groups.size()) {
      throw new IllegalArgumentException(
          "bars '%s': expected one value, lo and hi for each of %d groups, found %d, %d and %d"
              .formatted(name, groups.size(), values.length, lo.length, hi.length));
    }
    List<Bar> bars = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      bars.add(new Bar(values[i], lo[i], hi[i]));
    }
    all.add(new Bars(name, List.copyOf(bars)));
    return this;
  }

  @Override
  Drawing prepare(PanelPlace cell) {
    PlotAxis yAxis =
        PlotAxis.vertical(y.label(), y.scale(), range(), PlotFrame.roughPlot(cell).height());
    PlotFrame frame = PlotFrame.of(cell, title, PlotAxis.ofNames(xLabel, groups), yAxis);
    return BarDrawing.of(frame, all, cell);
  }

  /** Zero is part of a linear axis, because the length of a bar is what the eye compares. */
  private Range range() {
    DoubleStream data =
        all.stream()
            .flatMap(b -> b.bars().stream())
            .flatMapToDouble(b -> DoubleStream.of(b.value(), b.lo(), b.hi()));
    if (y.fixed() != null) {
      return y.fixed();
    }
    if (y.scale() == Scale.LOG10) {
      return Range.of(data, y.scale()).padded(0.1, y.scale());
    }
    Range r = Range.of(DoubleStream.concat(data, DoubleStream.of(0)), y.scale());
    double pad = 0.05 * (r.hi() - r.lo());
    return new Range(r.lo() < 0 ? r.lo() - pad : 0, r.hi() > 0 ? r.hi() + pad : 0);
  }

  @Override
  String summary() {
    String names = all.stream().map(Bars::name).collect(Collectors.joining(", "));
    return "Bar chart %s: %s of %s for %s."
        .formatted(title, y.label(), names, String.join(", ", groups));
  }
}
