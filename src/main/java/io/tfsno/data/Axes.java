package io.tfsno.data;

import io.tfsno.data.file.Shapes;
import io.tfsno.data.hdf5.Hdf5Group;
import io.tfsno.data.hdf5.Slab;
import java.util.Arrays;
import java.util.Map;

/** The axes of a trajectory set: how many, how long, at which times. */
final class Axes {
  /** How far a coordinate stored as float32 may be from the exact value beside it, relatively. */
  private static final double FLOAT32_SLACK = 1e-5;

  final long trajectories;
  final int[] shape;
  final double[] lengths;
  final double[] times;
  final double dt;

  Axes(long trajectories, int[] shape, double[] lengths, double[] times, double dt) {
    this.trajectories = trajectories;
    this.shape = shape;
    this.lengths = lengths;
    this.times = times;
    this.dt = dt;
  }

  /**
   * Puts together the axes of data [b, t, x(, y)] from coordinate data sets of the group.
   *
   * @param attributes {@code L} and {@code dt} there are exact where float32 coordinates are not
   * @param space the names of the spatial coordinates, in the order of the data's axes
   */
  static Axes read(
      Hdf5Group group, long[] data, Map<String, Object> attributes, String time, String... space) {
    int[] shape = new int[space.length];
    double[] lengths = new double[space.length];
    for (int i = 0; i < space.length; i++) {
      shape[i] = Math.toIntExact(data[2 + i]);
      double length = length(group, space[i], shape[i]);
      lengths[i] = exact(attributes.get("L"), length);
    }
    double[] times = times(group, time, Math.toIntExact(data[1]));
    double dt = exact(attributes.get("dt"), step(times));
    return new Axes(data[0], shape, lengths, times, dt);
  }

  /**
   * The times of the snapshots. PDEBench's flat files list one time more than they have snapshots,
   * and its incompressible flow lists them per trajectory, all alike: the first ones count.
   */
  static double[] times(Hdf5Group group, String name, int steps) {
    Slab slab = group.dataset(name);
    long[] shape = slab.shape();
    long stored = shape[shape.length - 1];
    if (stored != steps && stored != steps + 1L) {
      throw group.error(
          "%d or %d times in '%s'".formatted(steps, steps + 1, group.path(name)),
          Shapes.text(shape),
          "The data and its times do not belong together.");
    }
    if (steps < 2) {
      throw group.error(
          "a time series of at least 2 snapshots", "1 snapshot", "Use another data set.");
    }
    double[] times = Arrays.copyOf(slab.readAll(), steps);
    for (int i = 1; i < steps; i++) {
      if (!(times[i] > times[i - 1])) {
        throw group.error(
            "rising times in '" + group.path(name) + "'",
            times[i - 1] + " followed by " + times[i],
            "Correct the data set.");
      }
    }
    return times;
  }

  static double step(double[] times) {
    return (times[times.length - 1] - times[0]) / (times.length - 1);
  }

  /** The period of N equally spaced points, which is one spacing more than they span. */
  private static double length(Hdf5Group group, String name, int points) {
    Slab slab = group.dataset(name);
    if (!Arrays.equals(slab.shape(), new long[] {points})) {
      throw group.error(
          "%d coordinates in '%s'".formatted(points, group.path(name)),
          Shapes.text(slab.shape()),
          "The data and its coordinates do not belong together.");
    }
    double[] x = slab.readAll();
    double length = points < 2 ? 0 : (x[points - 1] - x[0]) * points / (points - 1);
    if (!(length > 0) || Double.isInfinite(length)) {
      throw group.error(
          "at least 2 rising coordinates in '" + group.path(name) + "'",
          points < 2 ? points + " of them" : x[0] + " to " + x[points - 1],
          "Correct the data set.");
    }
    return length;
  }

  private static double exact(Object attribute, double measured) {
    boolean agrees =
        attribute instanceof Number number
            && Math.abs(number.doubleValue() - measured) <= FLOAT32_SLACK * measured;
    return agrees ? ((Number) attribute).doubleValue() : measured;
  }
}
