package io.tfsno.data;

import io.tfsno.data.hdf5.Hdf5Group;

/**
 * Evenly spaced coordinates. Each spacing may differ from the mean by 1e-4 of it, or by the
 * rounding of float32 numbers: far from zero that is more than it looks.
 */
public final class Spacing {
  private static final double TOLERANCE = 1e-4;
  private static final int ROUNDINGS = 4;

  private Spacing() {}

  public static double mean(double[] x) {
    return (x[x.length - 1] - x[0]) / (x.length - 1);
  }

  /** The rounding that a difference of two of the coordinates may carry. */
  public static double rounding(double[] x) {
    double largest = Math.max(Math.abs(x[0]), Math.abs(x[x.length - 1]));
    return ROUNDINGS * (double) Math.ulp((float) largest);
  }

  /** Whether a length or interval is the same as one measured between the coordinates. */
  public static boolean agrees(double stated, double measured, double rounding) {
    return Math.abs(stated - measured) <= Math.max(TOLERANCE * measured, rounding);
  }

  /**
   * Refuses uneven coordinates and names the worst place.
   *
   * @param name of the data set
   */
  static void requireEven(Hdf5Group group, String name, double[] x) {
    double mean = mean(x);
    int worst = 1;
    for (int i = 1; i < x.length; i++) {
      if (!(deviation(x, i, mean) <= deviation(x, worst, mean))) {
        worst = i;
      }
    }
    double spacing = x[worst] - x[worst - 1];
    if (!agrees(spacing, mean, rounding(x))) {
      throw group.error(
          "evenly spaced numbers in '" + group.path(name) + "'",
          "a spacing of %.6g from entry %d (%.6g) to entry %d (%.6g), %.3g %% off the mean of %.6g"
              .formatted(
                  spacing,
                  worst - 1,
                  x[worst - 1],
                  worst,
                  x[worst],
                  100 * deviation(x, worst, mean) / mean,
                  mean),
          "Interpolate the fields to evenly spaced ones and write the file again.");
    }
  }

  private static double deviation(double[] x, int i, double mean) {
    double deviation = Math.abs(x[i] - x[i - 1] - mean);
    return Double.isNaN(deviation) ? Double.POSITIVE_INFINITY : deviation;
  }
}
