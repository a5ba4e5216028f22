package io.tfsno.report;

/** A panel that knows its size: first it says what room it needs around the plot, then it draws. */
interface Drawing {
  Insets insets();

  /** Draws with the given plot area, which may be smaller than the drawing itself had asked for. */
  void draw(Svg svg, Box plot);
}
