package io.tfsno.data;

import io.tfsno.data.file.Shapes;
import io.tfsno.data.hdf5.Hdf5Group;
import io.tfsno.data.hdf5.Slab;
import io.tfsno.spectral.Boundary;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.util.Arrays;
import java.util.List;

/** The axes of a trajectory set: how many, how long, at which times. */
final class Axes {
  final long trajectories;
  final Grid grid;
  final double[] times;
  final double dt;

  Axes(long trajectories, Grid grid, double[] times, double dt) {
    this.trajectories = trajectories;
    this.grid = grid;
    this.times = times;
    this.dt = dt;
  }

  /** The same with every n-th time only. */
  Axes every(int n) {
    double[] fewer = new double[(times.length - 1) / n + 1];
    for (int i = 0; i < fewer.length; i++) {
      fewer[i] = times[i * n];
    }
    return new Axes(trajectories, grid, fewer, n * dt);
  }

  /**
   * Puts together the axes of data [b, t, x(, y, z)] from coordinate data sets. The attributes
   * {@code L} or {@code L_x}, {@code L_y}, {@code L_z}, and {@code dt} are exact where float32
   * coordinates are not.
   *
   * @param coordinates the group they stand in: the source's own, or one inside it
   * @param space the names of the spatial coordinates, in the order of the data's axes
   */
  static Axes read(
      SetSource source,
      SetSource coordinates,
      long[] data,
      List<Boundary> boundaries,
      String time,
      List<String> space) {
    int[] points = new int[space.size()];
    double[] lengths = new double[space.size()];
    for (int i = 0; i < points.length; i++) {
      points[i] = Math.toIntExact(data[2 + i]);
      lengths[i] = length(source, coordinates, space.get(i), points[i]);
    }
    double[] times = times(coordinates, time, Math.toIntExact(data[1]));
    double measured = Spacing.mean(times);
    double dt =
        source.attributes().get("dt") instanceof Number stated
                && Spacing.agrees(stated.doubleValue(), measured, Spacing.rounding(times))
            ? stated.doubleValue()
            : measured;
    Grid grid = Grid.of(Points.of(points), lengths, boundaries.toArray(Boundary[]::new));
    return new Axes(data[0], grid, times, dt);
  }

  /**
   * The times of the snapshots. PDEBench's flat files list one time more than they have snapshots,
   * and its incompressible flow lists them per trajectory, which must all be alike.
   */
  static double[] times(SetSource source, String name, int steps) {
    Hdf5Group group = source.group();
    Slab slab = source.dataset(name);
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
    double[] all = slab.readAll();
    double[] times = Arrays.copyOf(all, steps);
    for (int i = 1; i < steps; i++) {
      if (!(times[i] > times[i - 1])) {
        throw group.error(
            "rising times in '" + group.path(name) + "'",
            times[i - 1] + " followed by " + times[i],
            "Correct the data set.");
      }
    }
    Spacing.requireEven(group, name, times);
    for (int row = 1; row < all.length / stored; row++) {
      int from = Math.toIntExact(row * stored);
      if (!Arrays.equals(Arrays.copyOfRange(all, from, from + steps), times)) {
        throw group.error(
            "the same times in '%s' for all trajectories".formatted(group.path(name)),
            "others for trajectory " + row,
            "Interpolate the trajectories to the same times and write the file again.");
      }
    }
    return times;
  }

  /** N equally spaced points fill one spacing more than they span, periodic or cell-centred. */
  private static double length(SetSource source, SetSource coordinates, String name, int points) {
    Hdf5Group group = coordinates.group();
    Slab slab = coordinates.dataset(name);
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
    Spacing.requireEven(group, name, x);
    return stated(source, group.path(name), length, Spacing.rounding(x));
  }

  /** The length as an attribute states it, if one does. */
  private static double stated(SetSource source, String path, double measured, double rounding) {
    String axis = path.substring(path.lastIndexOf('/') + 1).substring(0, 1);
    String name = source.attributes().containsKey("L_" + axis) ? "L_" + axis : "L";
    if (!(source.attributes().get(name) instanceof Number stated)) {
      return measured;
    }
    if (!Spacing.agrees(stated.doubleValue(), measured, 2 * rounding)) {
      throw source
          .group()
          .error(
              "a box as long as the points of '%s' and one spacing more, %.7g"
                  .formatted(path, measured),
              "the attribute %s = %.7g".formatted(name, stated.doubleValue()),
              "Correct the attribute or the coordinates. Points at both ends of a periodic box"
                  + " repeat one: leave the last out.");
    }
    return stated.doubleValue();
  }
}
