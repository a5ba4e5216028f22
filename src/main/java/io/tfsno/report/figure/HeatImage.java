package io.tfsno.report.figure;

import io.tfsno.report.ink.Box;
import io.tfsno.report.ink.ColorMap;
import io.tfsno.report.ink.PngEncoder;
import io.tfsno.report.ink.Svg;
import java.util.Base64;

/** A field turned into pixels, embedded in the SVG so that a figure stays one file. */
record HeatImage(Raster field, PlotAxis value, ColorMap colors, boolean rowZeroOnTop) {
  /** More pixels than this on a side make the file larger and the figure no better. */
  static final int MOST_PIXELS = 1200;

  void draw(Svg svg, Box box) {
    Raster f = field.shrunk(MOST_PIXELS);
    int[] rgb = new int[f.rows() * f.cols()];
    for (int r = 0; r < f.rows(); r++) {
      int line = rowZeroOnTop ? r : f.rows() - 1 - r;
      for (int c = 0; c < f.cols(); c++) {
        rgb[line * f.cols() + c] = color(f.at(r, c));
      }
    }
    // Cells smaller than a screen pixel are better averaged by the viewer than picked at random.
    boolean fine = f.cols() > box.width() && f.rows() > box.height();
    embed(svg, box, f.cols(), f.rows(), rgb, fine ? "auto" : "pixelated");
  }

  void drawScale(Svg svg, Box box) {
    int steps = 256;
    int[] rgb = new int[steps];
    for (int i = 0; i < steps; i++) {
      rgb[i] = colors.rgb(1 - i / (steps - 1.0));
    }
    embed(svg, box, 1, steps, rgb, "auto");
  }

  private int color(double v) {
    if (Double.isNaN(v)) {
      return ColorMap.MISSING;
    }
    // What a logarithm cannot show is smaller than all it can.
    return colors.rgb(
        v <= value.range().lo() ? 0 : v >= value.range().hi() ? 1 : value.fraction(v));
  }

  private static void embed(Svg svg, Box box, int width, int height, int[] rgb, String rendering) {
    String png = Base64.getEncoder().encodeToString(PngEncoder.encode(width, height, rgb));
    svg.boxed(
        "image",
        box,
        "preserveAspectRatio",
        "none",
        "style",
        "image-rendering:" + rendering,
        "href",
        "data:image/png;base64," + png);
  }
}
