package io.tfsno.report.figure;

import io.tfsno.report.ink.Range;
import io.tfsno.report.ink.Scale;
import java.util.stream.DoubleStream;

/** What the caller asked of an axis; without a range, the data decide. */
record AxisSpec(String label, Scale scale, Range fixed) {
  static AxisSpec automatic(String label, Scale scale) {
    return new AxisSpec(label, scale, null);
  }

  AxisSpec labelled(String newLabel, Scale newScale) {
    return checked(new AxisSpec(newLabel, newScale, fixed));
  }

  AxisSpec ranged(double lo, double hi) {
    return checked(new AxisSpec(label, scale, new Range(lo, hi)));
  }

  /** The range to show: the one asked for, or that of the data with a margin. */
  Range range(DoubleStream data, double margin) {
    return fixed != null ? fixed : Range.of(data, scale).padded(margin, scale);
  }

  private static AxisSpec checked(AxisSpec spec) {
    if (spec.fixed != null && !spec.scale.shows(spec.fixed.lo())) {
      throw new IllegalArgumentException(
          "expected a positive range for the logarithmic axis '%s', found [%s, %s]"
              .formatted(spec.label, spec.fixed.lo(), spec.fixed.hi()));
    }
    return spec;
  }
}
