package io.tfsno.report.figure;

import io.tfsno.report.ink.Box;
import io.tfsno.report.ink.Insets;
import io.tfsno.report.ink.Svg;
import io.tfsno.report.ink.Text;

/**
 * Draws a field with its axes and colour bar.
 *
 * @param aspect width over height of the plot area; 0 to fill what there is
 */
record HeatDrawing(PlotFrame frame, HeatImage image, boolean colorBar, double aspect)
    implements Drawing {
  private static final double BAR_GAP = 10;
  private static final double BAR_WIDTH = 11;
  private static final double TICK = 3;

  @Override
  public Insets insets() {
    return frame.insets().plus(new Insets(0, colorBar ? barRoom() : 0, 0, 0));
  }

  private double barRoom() {
    double label = image.value().name().isBlank() ? 0 : 6 + Text.LABEL;
    return BAR_GAP + BAR_WIDTH + TICK + 4 + image.value().widestLabel() + label - 4;
  }

  @Override
  public void draw(Svg svg, Box available) {
    Box plot = aspect > 0 ? available.withAspect(aspect) : available;
    image.draw(svg, plot);
    outline(svg, plot);
    frame.labels(svg, plot);
    if (colorBar) {
      bar(svg, new Box(plot.right() + BAR_GAP, plot.y(), BAR_WIDTH, plot.height()));
    }
  }

  private void bar(Svg svg, Box bar) {
    image.drawScale(svg, bar);
    outline(svg, bar);
    PlotAxis value = image.value();
    for (PlotAxis.Tick t : value.ticks()) {
      double y = bar.bottom() - bar.height() * value.fraction(t.value());
      svg.line(bar.right(), y, bar.right() + TICK, y, PlotFrame.SPINE, PlotFrame.SPINE_WIDTH);
      svg.text(t.label(), Text.TICK, bar.right() + TICK + 3, y + 0.36 * Text.TICK);
    }
    double x = bar.right() + TICK + 3 + value.widestLabel() + 5 + 0.8 * Text.LABEL;
    PlotFrame.upwards(svg, value.name(), x, bar.y() + bar.height() / 2);
  }

  private static void outline(Svg svg, Box box) {
    svg.boxed(
        "rect",
        box,
        "fill",
        "none",
        "stroke",
        PlotFrame.SPINE,
        "stroke-width",
        PlotFrame.SPINE_WIDTH);
  }
}
