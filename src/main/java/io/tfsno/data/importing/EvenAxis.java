package io.tfsno.data.importing;

import io.tfsno.base.UserError;
import io.tfsno.data.Spacing;
import io.tfsno.data.importing.Contents.Coordinate;
import io.tfsno.data.importing.field.AxisMap;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;

/**
 * An evenly spaced axis of what is written.
 *
 * @param spacing between its entries
 * @param origin where the first one is in the file's coordinates; 0 if those are not known
 * @param map how its values come from those in the file; null where they are the same
 */
record EvenAxis(double spacing, double origin, AxisMap map) {
  /** Coordinates whose differences, sums and products with a count stay finite. */
  private static final double MOST = 1e290;

  /** Of n entries, one spacing each, rounded where the division was not exact. */
  double length(int entries) {
    return new BigDecimal(spacing * entries).round(new MathContext(12)).doubleValue();
  }

  /** The time axis. */
  static EvenAxis time(Coordinate given, int count, ImportOptions options) {
    if (given == null && options.interval() == null) {
      throw new UserError(
          "the time between snapshots", "no times in the file", Need.INTERVAL.sentence());
    }
    if (given == null) {
      return new EvenAxis(options.interval(), 0, null);
    }
    Rising rising = Rising.of(given);
    double[] t = rising.values;
    double mean = Spacing.mean(t);
    if (options.interval() != null
        && !Spacing.agrees(options.interval(), mean, Spacing.rounding(t))) {
      throw new UserError(
          "snapshots %.7g apart, as '%s' says".formatted(mean, given.name()),
          "a stated interval of " + options.interval(),
          "Leave the interval out, or correct the times.");
    }
    double spacing = options.interval() != null ? options.interval() : plain(mean, t);
    AxisMap uneven = rising.uneven(given, options, 0, spacing);
    return new EvenAxis(spacing, t[0], uneven == null ? rising.reversal(count) : uneven);
  }

  /**
   * A spatial axis.
   *
   * @param length as stated, or null
   */
  static EvenAxis space(
      String axis,
      Coordinate given,
      int count,
      Double length,
      boolean periodic,
      ImportOptions options) {
    if (given == null && length == null) {
      throw new UserError(
          "the length of the box along " + axis,
          "no coordinates in the file",
          Need.LENGTH.sentence());
    }
    if (given == null) {
      return new EvenAxis(length / count, 0, null);
    }
    Rising rising = Rising.of(given);
    double[] x = rising.values;
    double mean = Spacing.mean(x);
    boolean even = rising.isEven();
    if (!even && periodic && length == null && options.resample()) {
      throw new UserError(
          "the period along " + axis + ", which uneven coordinates do not determine",
          "none",
          Need.LENGTH.sentence());
    }
    if (length != null
        && (even || !periodic)
        && !Spacing.agrees(length, mean * count, 2 * Spacing.rounding(x))) {
      throw new UserError(
          "a box along %s as long as the points of '%s' and one spacing more, %.7g"
              .formatted(axis, given.name(), mean * count),
          "a stated length of " + length,
          "Leave the length out, or correct it. Points at both ends of a periodic box repeat one:"
              + " leave the last out.");
    }
    double spacing = (length != null ? length : plain(mean * count, x)) / count;
    double period = periodic && !even && length != null ? length : 0;
    AxisMap uneven = rising.uneven(given, options, period, spacing);
    return new EvenAxis(spacing, x[0], uneven == null ? rising.reversal(count) : uneven);
  }

  /** The shortest number that the rounding of the coordinates cannot tell from a measured one. */
  private static double plain(double measured, double[] coordinates) {
    double six = new BigDecimal(measured).round(new MathContext(6)).doubleValue();
    boolean same = Math.abs(six - measured) <= Spacing.rounding(coordinates);
    return same ? six : new BigDecimal(measured).round(new MathContext(12)).doubleValue();
  }

  /** Coordinates in rising order; whether they fall in the file. */
  private record Rising(double[] values, boolean reversed) {
    static Rising of(Coordinate given) {
      double[] x = given.values().clone();
      boolean falling = x.length > 1 && x[0] > x[x.length - 1];
      for (int i = 0; falling && i < x.length / 2; i++) {
        double first = x[i];
        x[i] = x[x.length - 1 - i];
        x[x.length - 1 - i] = first;
      }
      for (int i = 1; i < x.length; i++) {
        if (!(x[i] > x[i - 1])) {
          throw new UserError(
              "rising or falling numbers in '" + given.name() + "'",
              x[i - 1] + " next to " + x[i],
              "Correct the coordinates.");
        }
      }
      if (x.length > 0 && !(Math.abs(x[0]) <= MOST && Math.abs(x[x.length - 1]) <= MOST)) {
        throw new UserError(
            "finite numbers up to %.0e in '%s'".formatted(MOST, given.name()),
            x[0] + " to " + x[x.length - 1],
            "Correct the coordinates.");
      }
      if (x.length < 2) {
        throw new UserError(
            "at least 2 entries in '" + given.name() + "'",
            Integer.toString(x.length),
            "Use data with more of them.");
      }
      return new Rising(x, falling);
    }

    boolean isEven() {
      double mean = Spacing.mean(values);
      return worst() < 0
          || Spacing.agrees(values[worst() + 1] - values[worst()], mean, Spacing.rounding(values));
    }

    private int worst() {
      double mean = Spacing.mean(values);
      int worst = -1;
      double most = 0;
      for (int i = 0; i + 1 < values.length; i++) {
        double off = Math.abs(values[i + 1] - values[i] - mean);
        if (off > most) {
          most = off;
          worst = i;
        }
      }
      return worst;
    }

    /** The interpolation onto even entries, null where they are even already. */
    AxisMap uneven(Coordinate given, ImportOptions options, double period, double spacing) {
      if (isEven()) {
        return null;
      }
      int worst = worst();
      double mean = Spacing.mean(values);
      double found = values[worst + 1] - values[worst];
      if (!options.resample()) {
        throw new UserError(
            "evenly spaced numbers in '" + given.name() + "', to 1 in 10000",
            "a spacing of %.6g from %.6g to %.6g, %.3g %% off the mean of %.6g"
                .formatted(
                    found,
                    values[worst],
                    values[worst + 1],
                    100 * Math.abs(found - mean) / mean,
                    mean),
            Need.EVEN.sentence());
      }
      double[] wanted = new double[values.length];
      Arrays.setAll(wanted, i -> values[0] + i * spacing);
      AxisMap map = AxisMap.interpolation(values, wanted, period);
      return reversed ? map.reversed(values.length) : map;
    }

    AxisMap reversal(int count) {
      if (!reversed) {
        return null;
      }
      int[] entries = new int[count];
      Arrays.setAll(entries, i -> count - 1 - i);
      return AxisMap.choice(entries);
    }
  }
}
