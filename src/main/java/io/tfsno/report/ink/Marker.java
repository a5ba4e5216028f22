package io.tfsno.report.ink;

/** Shapes that tell series apart where colour cannot. */
public enum Marker {
  CIRCLE("m-3.4 0a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0 -6.8 0z"),
  SQUARE("m-3.1 -3.1h6.2v6.2h-6.2z"),
  TRIANGLE("m0 -4.2l4 6.8h-8z"),
  DIAMOND("m0 -4.4l4 4.4l-4 4.4l-4 -4.4z"),
  DOWN("m0 4.2l4 -6.8h-8z");

  private final String outline;

  Marker(String outline) {
    this.outline = outline;
  }

  public static Marker of(int i) {
    return values()[Math.floorMod(i, values().length)];
  }

  /** The white rim keeps neighbours and lines apart. */
  public void draw(Svg svg, Point at, String color) {
    String d = "M" + Svg.number(at.x()) + " " + Svg.number(at.y()) + outline;
    svg.leaf("path", "d", d, "fill", color, "stroke", "#ffffff", "stroke-width", 0.8);
  }
}
