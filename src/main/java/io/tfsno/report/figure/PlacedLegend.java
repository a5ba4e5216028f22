package io.tfsno.report.figure;

import io.tfsno.report.ink.Box;
import io.tfsno.report.ink.Insets;
import io.tfsno.report.ink.Point;
import io.tfsno.report.ink.Svg;
import java.util.List;

/**
 * A legend with its place: inside the plot where there is a corner without data, otherwise below
 * the axis label, {@code width} wide.
 */
record PlacedLegend(Legend legend, boolean inside, double width) {
  static PlacedLegend of(Legend legend, Box plot, List<Point> data) {
    return new PlacedLegend(legend, legend.fitsInside(plot, data), plot.width());
  }

  /** The room needed in addition to that of the frame. */
  Insets insets() {
    return inside ? Insets.NONE : new Insets(0, 0, legend.heightBelow(width), 0);
  }

  void draw(Svg svg, PlotFrame frame, Box plot, List<Point> data) {
    if (inside) {
      legend.drawInside(svg, plot, data);
    } else {
      double top = plot.bottom() + frame.insets().bottom() - PlotFrame.EDGE;
      legend.drawBelow(svg, plot.x() + plot.width() / 2, top, width);
    }
  }
}
