package io.tfsno.api;

import io.tfsno.base.UserError;
import io.tfsno.data.FlatSet;
import io.tfsno.data.SnapshotWriter;
import io.tfsno.data.condition.SetConditions;
import io.tfsno.data.file.DataFiles;
import io.tfsno.data.file.FloatType;
import io.tfsno.data.hdf5.Hdf5Plan;
import io.tfsno.data.hdf5.Hdf5Writer;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Grid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Trajectories in arrays, to be written as a data set that trainings and evaluations read.
 *
 * <pre>{@code
 * DataSet set = new DataSet(Grid.periodic(Points.of(64), 1), 0.1).fields("u").parameters("nu");
 * set.add(states, 0.01); // [time, channel, x(, y, z)], row-major: 21 snapshots of 64 values, say
 * Path file = set.write(Path.of("data/mine.h5"));
 * }</pre>
 *
 * Arrays are not copied until they are written. Not for several threads at once.
 */
public final class DataSet {
  private final Grid grid;
  private final double dt;
  private final List<float[]> trajectories = new ArrayList<>();
  private final List<double[]> conditions = new ArrayList<>();
  private List<Channel> fields = Channel.named(List.of("u"));
  private List<Channel> parameters = List.of();

  /**
   * @param dt time from one snapshot to the next
   */
  public DataSet(Grid grid, double dt) {
    if (!(dt > 0) || Double.isInfinite(dt)) {
      throw new UserError("a time > 0 between snapshots", Double.toString(dt), "Correct it.");
    }
    this.grid = grid;
    this.dt = dt;
  }

  /** Names the channels, in their order; one called {@code u} if nobody does. */
  public DataSet fields(String... names) {
    requireEmpty();
    fields = Channel.named(List.of(names));
    Channel.requireDifferent(List.of(names));
    return this;
  }

  /** Names numbers that each trajectory has, such as a viscosity. */
  public DataSet parameters(String... names) {
    requireEmpty();
    parameters = Channel.named(List.of(names));
    Channel.requireDifferent(List.of(names));
    return this;
  }

  private void requireEmpty() {
    if (!trajectories.isEmpty()) {
      throw new IllegalStateException(
          "fields and parameters are named before the first trajectory");
    }
  }

  /**
   * Adds a trajectory.
   *
   * @param states {@code [time, channel, x(, y, z)]}, row-major
   * @param values of the parameters, in their order
   */
  public DataSet add(float[] states, double... values) {
    int size = fields.size() * grid.cells();
    if (states.length == 0 || states.length % size != 0) {
      throw wrong(
          "snapshots of %d values, %s on %s".formatted(size, names(fields), grid.text()),
          states.length + " values");
    }
    if (!trajectories.isEmpty() && states.length != trajectories.get(0).length) {
      throw wrong(
          "%d values, as the first trajectory has".formatted(trajectories.get(0).length),
          Integer.toString(states.length));
    }
    if (values.length != parameters.size()) {
      throw wrong(
          parameters.isEmpty() ? "no parameters" : "a value for each of " + names(parameters),
          values.length + " values");
    }
    requireFinite(states, values);
    trajectories.add(states);
    conditions.add(values.clone());
    return this;
  }

  private static String names(List<Channel> channels) {
    return String.join(", ", Channel.names(channels));
  }

  private void requireFinite(float[] states, double... values) {
    for (int i = 0; i < states.length; i++) {
      if (!Float.isFinite(states[i])) {
        int snapshot = i / (fields.size() * grid.cells());
        throw wrong("finite numbers", "%s in snapshot %d".formatted(states[i], snapshot));
      }
    }
    for (double value : values) {
      if (!Double.isFinite(value)) {
        throw wrong("finite parameters", Double.toString(value));
      }
    }
  }

  private UserError wrong(String expected, String found) {
    return new UserError(
        "trajectory %d: expected %s, found %s. Correct it."
            .formatted(trajectories.size(), expected, found));
  }

  /** Trajectories so far. */
  public int size() {
    return trajectories.size();
  }

  /**
   * Writes an HDF5 file as a whole or not at all; one of that name is replaced.
   *
   * @return the file
   */
  public Path write(Path file) {
    if (trajectories.isEmpty()) {
      throw new UserError("at least one trajectory", "none", "Add some before writing.");
    }
    int size = fields.size() * grid.cells();
    int steps = trajectories.get(0).length / size;
    FlatSet set =
        new FlatSet("", FloatType.FLOAT32, size(), steps, fields, grid, dt, Map.of())
            .with(SetConditions.ofParameters(parameters));
    Hdf5Plan plan = new Hdf5Plan();
    set.declare(plan);
    Path part = DataFiles.partOf(file);
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      try (Hdf5Writer writer = Hdf5Writer.create(part, plan)) {
        set.writeCoordinates(writer);
        write(writer, set, size);
        writer.seal();
      }
      DataFiles.moveIntoPlace(part, file);
    } catch (IOException e) {
      throw DataFiles.cannotWrite(file, e);
    }
    return file;
  }

  private void write(Hdf5Writer writer, FlatSet set, int size) {
    SnapshotWriter snapshots = new SnapshotWriter(writer, set);
    for (int i = 0; i < size(); i++) {
      float[] states = trajectories.get(i);
      for (int step = 0; step < set.steps(); step++) {
        double[] one = new double[size];
        for (int j = 0; j < size; j++) {
          one[j] = states[step * size + j];
        }
        snapshots.write(i, step, one);
      }
      if (!parameters.isEmpty()) {
        long place = (long) i * parameters.size();
        writer.write(set.path(SetConditions.PARAMETERS), place, conditions.get(i));
      }
    }
  }
}
