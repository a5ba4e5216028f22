package io.tfsno.report.ink;

/** The room around a plot area for titles, labels and ticks, in pixels. */
public record Insets(double top, double right, double bottom, double left) {
  public static final Insets NONE = new Insets(0, 0, 0, 0);

  public Insets plus(Insets o) {
    return new Insets(top + o.top, right + o.right, bottom + o.bottom, left + o.left);
  }
}
