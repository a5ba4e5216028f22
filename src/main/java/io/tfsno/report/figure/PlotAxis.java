package io.tfsno.report.figure;

import io.tfsno.report.ink.NumberText;
import io.tfsno.report.ink.Range;
import io.tfsno.report.ink.Scale;
import io.tfsno.report.ink.Text;
import io.tfsno.report.ink.Ticks;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * A scale over a range, with its labelled ticks. Positions are fractions of its length.
 *
 * @param flipped whether values grow towards the start
 */
record PlotAxis(
    String name, Scale scale, Range range, List<Tick> ticks, List<Double> minor, boolean flipped) {
  /** A marked value and how it is written. */
  record Tick(double value, String label) {}

  static PlotAxis horizontal(String name, Scale scale, Range range, double length) {
    return fitted(name, scale, range, length, 45, PlotAxis::room);
  }

  /** Text next to a vertical axis needs one line and some air. */
  static PlotAxis vertical(String name, Scale scale, Range range, double length) {
    return fitted(name, scale, range, length, 26, label -> 1.15 * Text.TICK);
  }

  /** As many ticks as look calm, but few enough that their labels do not touch. */
  private static PlotAxis fitted(
      String name,
      Scale scale,
      Range range,
      double length,
      double spacing,
      ToDoubleFunction<String> extent) {
    for (int most = Math.max(3, (int) (length / spacing)); ; most--) {
      PlotAxis axis = with(name, scale, range, Ticks.of(scale, range, most));
      if (most <= 2 || axis.tightest(length, extent) >= 0) {
        return axis;
      }
    }
  }

  private static PlotAxis with(String name, Scale scale, Range range, Ticks ticks) {
    List<String> labels = NumberText.labels(ticks.major(), scale);
    return new PlotAxis(
        name,
        scale,
        range,
        IntStream.range(0, labels.size())
            .mapToObj(i -> new Tick(ticks.major().get(i).doubleValue(), labels.get(i)))
            .toList(),
        ticks.minor().stream().map(Number::doubleValue).toList(),
        false);
  }

  /** The smallest gap between neighbouring labels; negative where two overlap. */
  private double tightest(double length, ToDoubleFunction<String> extent) {
    return IntStream.range(1, ticks.size())
        .mapToDouble(
            i -> {
              Tick a = ticks.get(i - 1);
              Tick b = ticks.get(i);
              double apart = length * (fraction(b.value()) - fraction(a.value()));
              return apart
                  - 0.5 * (extent.applyAsDouble(a.label()) + extent.applyAsDouble(b.label()));
            })
        .min()
        .orElse(0);
  }

  /** Whether all labels have room side by side on an axis of this length. */
  boolean labelsFit(double length) {
    return tightest(length, PlotAxis::room) >= 0;
  }

  PlotAxis flip() {
    return new PlotAxis(name, scale, range, ticks, minor, !flipped);
  }

  /** Marks the middles of {@code names.size()} places of equal width, for things without order. */
  static PlotAxis ofNames(String name, List<String> names) {
    List<Tick> ticks =
        IntStream.range(0, names.size()).mapToObj(i -> new Tick(i + 0.5, names.get(i))).toList();
    Range range = new Range(0, Math.max(1, names.size()));
    return new PlotAxis(name, Scale.LINEAR, range, ticks, List.of(), false);
  }

  /** Text along a horizontal axis needs its width and some air. */
  private static double room(String label) {
    return Text.width(label, Text.TICK) + 12;
  }

  /**
   * How far along the axis a value lies: 0 at its start, 1 at its end. Values far outside are
   * pulled in to where they are still invisible but harmless as coordinates.
   */
  double fraction(double v) {
    double a = scale.forward(range.lo());
    double b = scale.forward(range.hi());
    double t = Math.max(-20, Math.min(21, (scale.forward(v) - a) / (b - a)));
    return flipped ? 1 - t : t;
  }

  boolean shows(double v) {
    return scale.shows(v);
  }

  double widestLabel() {
    return ticks.stream().mapToDouble(t -> Text.width(t.label(), Text.TICK)).max().orElse(0);
  }
}
