package io.tfsno.report.figure;

import io.tfsno.report.ink.Marker;
import io.tfsno.report.ink.Palette;
import io.tfsno.report.ink.Style;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.DoubleStream;

/**
 * A curve with a name: points in order, with a gap wherever a coordinate is not finite or has no
 * place on a logarithmic axis. Immutable; each {@code with} returns a new series. A blank name
 * keeps it out of the legend.
 */
public final class Series {
  private final String name;
  private final double[] x;
  private final double[] y;
  private final double[] lo;
  private final double[] hi;
  private final boolean dashed;
  private final boolean markers;
  private final OptionalInt color;

  private Series(
      String name,
      double[] x,
      double[] y,
      double[] lo,
      double[] hi,
      boolean dashed,
      boolean markers,
      OptionalInt color) {
    this.name = name;
    this.x = x;
    this.y = y;
    this.lo = lo;
    this.hi = hi;
    this.dashed = dashed;
    this.markers = markers;
    this.color = color;
  }

  public static Series of(String name, double[] x, double[] y) {
    same(name, "y", x.length, y.length);
    return new Series(name, x.clone(), y.clone(), null, null, false, false, OptionalInt.empty());
  }

  /** Shades the area from {@code lo} to {@code hi}, such as a spread over seeds. */
  public Series withBand(double[] lower, double[] upper) {
    same(name, "the lower band", x.length, lower.length);
    same(name, "the upper band", x.length, upper.length);
    return new Series(name, x, y, lower.clone(), upper.clone(), dashed, markers, color);
  }

  public Series withDashes() {
    return new Series(name, x, y, lo, hi, true, markers, color);
  }

  public Series withMarkers() {
    return new Series(name, x, y, lo, hi, dashed, true, color);
  }

  /** Draws in {@code 0xRRGGBB} instead of the next colour of the {@link Palette}. */
  public Series withColor(int rgb) {
    return new Series(name, x, y, lo, hi, dashed, markers, OptionalInt.of(rgb));
  }

  String name() {
    return name;
  }

  int size() {
    return x.length;
  }

  double x(int i) {
    return x[i];
  }

  double y(int i) {
    return y[i];
  }

  double lo(int i) {
    return lo[i];
  }

  double hi(int i) {
    return hi[i];
  }

  boolean hasBand() {
    return lo != null;
  }

  boolean hasMarkers() {
    return markers;
  }

  OptionalInt color() {
    return color;
  }

  DoubleStream xs() {
    return DoubleStream.of(x);
  }

  /** All heights that should be visible, those of the band included. */
  DoubleStream ys() {
    DoubleStream line = DoubleStream.of(y);
    return hasBand()
        ? DoubleStream.concat(line, DoubleStream.concat(DoubleStream.of(lo), DoubleStream.of(hi)))
        : line;
  }

  Style style(int rgb, int index) {
    Optional<Marker> marker = markers ? Optional.of(Marker.of(index)) : Optional.empty();
    return new Style(rgb, dashed, marker, hasBand(), false);
  }

  private static void same(String name, String what, int expected, int found) {
    if (expected != found) {
      throw new IllegalArgumentException(
          "series '%s': expected %d values for %s, one per x, found %d"
              .formatted(name, expected, what, found));
    }
  }
}
