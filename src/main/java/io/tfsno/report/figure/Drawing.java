package io.tfsno.report.figure;

import io.tfsno.report.ink.Box;
import io.tfsno.report.ink.Insets;
import io.tfsno.report.ink.Svg;

/** A panel that knows its size: first it says what room it needs around the plot, then it draws. */
interface Drawing {
  Insets insets();

  /** Draws with the given plot area, which may be smaller than the drawing itself had asked for. */
  void draw(Svg svg, Box plot);
}
