package io.tfsno.report;

/** The room around a plot area for titles, labels and ticks, in pixels. */
record Insets(double top, double right, double bottom, double left) {
  static final Insets NONE = new Insets(0, 0, 0, 0);

  Insets plus(Insets o) {
    return new Insets(top + o.top, right + o.right, bottom + o.bottom, left + o.left);
  }
}
