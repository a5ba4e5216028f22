package io.tfsno.report.ink;

/** A rectangle in pixels, y pointing down as SVG has it. */
public record Box(double x, double y, double width, double height) {
  public double right() {
    return x + width;
  }

  public double bottom() {
    return y + height;
  }

  public Box inside(Insets m) {
    return new Box(
        x + m.left(),
        y + m.top(),
        Math.max(1, width - m.left() - m.right()),
        Math.max(1, height - m.top() - m.bottom()));
  }

  public Box grown(double by) {
    return new Box(x - by, y - by, width + 2 * by, height + 2 * by);
  }

  public boolean contains(Point p) {
    return p.x() >= x && p.x() <= right() && p.y() >= y && p.y() <= bottom();
  }

  /** The largest rectangle of the given width over height in the middle of this one. */
  public Box withAspect(double aspect) {
    double w = Math.min(width, height * aspect);
    double h = w / aspect;
    return new Box(x + (width - w) / 2, y + (height - h) / 2, w, h);
  }
}
