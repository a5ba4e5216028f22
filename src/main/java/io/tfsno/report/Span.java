package io.tfsno.report;

import io.tfsno.report.figure.HeatPanel;
import io.tfsno.report.ink.ColorMap;
import java.util.Arrays;
import java.util.stream.DoubleStream;

/** The ends of a diverging colour map: {@code middle - bound} and {@code middle + bound}. */
record Span(double middle, double bound) {
  /** Deviations that the mean must be away from zero for colours to be about it. */
  private static final double FAR = 2;

  /** About zero, as errors are read. */
  static Span aboutZero(double[][] values) {
    return about(0, values);
  }

  /** About zero, or about the mean of values that stay away from zero, such as a pressure. */
  static Span of(double[][] values) {
    double mean = finite(values).average().orElse(0);
    double variance = finite(values).map(v -> (v - mean) * (v - mean)).average().orElse(0);
    return about(Math.abs(mean) > FAR * Math.sqrt(variance) ? mean : 0, values);
  }

  private static Span about(double middle, double[][] values) {
    double bound = finite(values).map(v -> Math.abs(v - middle)).max().orElse(0);
    return new Span(middle, bound > 0 ? bound : 1);
  }

  private static DoubleStream finite(double[][] values) {
    return Arrays.stream(values).flatMapToDouble(Arrays::stream).filter(Double::isFinite);
  }

  HeatPanel on(HeatPanel panel) {
    return panel.colors(ColorMap.DIVERGING).valueRange(middle - bound, middle + bound);
  }
}
