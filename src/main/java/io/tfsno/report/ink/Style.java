package io.tfsno.report.ink;

import java.util.Optional;

/** How one series looks, in the plot and in the legend. */
public record Style(int rgb, boolean dashed, Optional<Marker> marker, boolean band, boolean block) {
  static final double LINE = 1.7;
  public static final double BAND_OPACITY = 0.2;
  public static final double SAMPLE_WIDTH = 24;

  public static Style block(int rgb) {
    return new Style(rgb, false, Optional.empty(), false, true);
  }

  public String color() {
    return Svg.color(rgb);
  }

  public void stroke(Svg svg, String path) {
    svg.leaf(
        "path",
        "d",
        path,
        "fill",
        "none",
        "stroke",
        color(),
        "stroke-width",
        LINE,
        "stroke-linejoin",
        "round",
        "stroke-linecap",
        dashed ? "butt" : "round",
        "stroke-dasharray",
        dashed ? "6 3.5" : "none");
  }

  /** A sample for the legend, centred on the height {@code y}. */
  public void sample(Svg svg, double x, double y) {
    if (block) {
      Box square = new Box(x + 7, y - 5, SAMPLE_WIDTH - 14, 10);
      svg.boxed("rect", square, "fill", color());
      return;
    }
    if (band) {
      Box strip = new Box(x, y - 5, SAMPLE_WIDTH, 10);
      svg.boxed("rect", strip, "fill", color(), "fill-opacity", BAND_OPACITY);
    }
    stroke(svg, "M%s %sh%s".formatted(Svg.number(x), Svg.number(y), Svg.number(SAMPLE_WIDTH)));
    marker.ifPresent(m -> m.draw(svg, new Point(x + SAMPLE_WIDTH / 2, y), color()));
  }
}
