package io.tfsno.data;

import io.tfsno.data.condition.ConditionWriter;
import io.tfsno.data.condition.SetConditions;
import io.tfsno.data.file.FloatType;
import io.tfsno.data.hdf5.ChannelAttributes;
import io.tfsno.data.hdf5.Hdf5Plan;
import io.tfsno.data.hdf5.Hdf5Writer;
import io.tfsno.spectral.Axis;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Grid;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A set of trajectories as we write it: the flat layout of PDEBench, at the root of a file or in a
 * group. {@code tensor} is {@code [trajectory, time, x(, y, z)]}, with the channel last where there
 * are several; the coordinates stand next to it.
 *
 * @param group name of the group, empty for the root
 * @param fields the channels
 * @param grid where the fields live
 * @param attributes Double, Long or String each
 * @param conditions what is stored in addition to the states
 */
public record FlatSet(
    String group,
    FloatType type,
    long trajectories,
    int steps,
    List<Channel> fields,
    Grid grid,
    double interval,
    Map<String, Object> attributes,
    SetConditions conditions) {
  /** Attribute: snapshots of each trajectory that were left out before the first one. */
  public static final String SKIPPED = "skipped_snapshots";

  private static final String TENSOR = "tensor";

  public FlatSet {
    fields = List.copyOf(fields);
    Channel.requireDifferent(Channel.names(fields));
    attributes = Map.copyOf(attributes);
  }

  /** States alone. */
  public FlatSet(
      String group,
      FloatType type,
      long trajectories,
      int steps,
      List<Channel> fields,
      Grid grid,
      double interval,
      Map<String, Object> attributes) {
    this(group, type, trajectories, steps, fields, grid, interval, attributes, SetConditions.NONE);
  }

  /** Channels of these names, without units. */
  public FlatSet(
      String group,
      FloatType type,
      long trajectories,
      int steps,
      Collection<String> names,
      Grid grid,
      double interval,
      Map<String, Object> attributes) {
    this(
        group,
        type,
        trajectories,
        steps,
        Channel.named(List.copyOf(names)),
        grid,
        interval,
        attributes);
  }

  /** The same with conditions. */
  public FlatSet with(SetConditions others) {
    return new FlatSet(
        group, type, trajectories, steps, fields, grid, interval, attributes, others);
  }

  /** Numbers in one snapshot, over all channels. */
  public int snapshotSize() {
    return fields.size() * grid.cells();
  }

  /** Declares the set in the plan of a file, with checksums for all its numbers. */
  public void declare(Hdf5Plan root) {
    declareWithoutChecksums(root);
    Hdf5Plan plan = plan(root);
    plan.checksums(TENSOR, 2);
    plan.checksums("t-coordinate", 0);
    grid.axes().forEach(axis -> plan.checksums(axis.name() + "-coordinate", 0));
    conditions.declareChecksums(plan);
  }

  private Hdf5Plan plan(Hdf5Plan root) {
    return group.isEmpty() ? root : root.group(group);
  }

  /** Declares the set as it was before there were checksums: such a file keeps its bytes. */
  public void declareWithoutChecksums(Hdf5Plan root) {
    Hdf5Plan plan = plan(root);
    plan.dataset(TENSOR, type, tensorShape());
    plan.dataset("t-coordinate", FloatType.FLOAT32, steps);
    for (Axis axis : grid.axes()) {
      plan.dataset(axis.name() + "-coordinate", FloatType.FLOAT32, axis.points());
    }
    conditions.declare(plan, trajectories, steps, grid.points());
    lengths().forEach(plan::attribute);
    plan.attribute("dt", interval);
    ChannelAttributes.FIELDS.of(fields).forEach(plan::attribute);
    long version = FormatVersion.of(grid);
    if (version > 1) { // version 1 is periodic, and its files keep their bytes
      plan.attribute(Boundaries.ATTRIBUTE, Boundaries.text(grid));
    }
    plan.attribute(FormatVersion.ATTRIBUTE, version);
    attributes.forEach((name, value) -> plan.attribute(name, value));
  }

  /** Writes the coordinates; snapshots come one by one or in blocks through {@link #path}. */
  public void writeCoordinates(Hdf5Writer writer) {
    writer.write(path("t-coordinate"), 0, multiples(interval, steps));
    for (Axis axis : grid.axes()) {
      writer.write(path(axis.name() + "-coordinate"), 0, axis.coordinates());
    }
  }

  /** Where the conditions of this set are written. */
  public ConditionWriter conditions(Hdf5Writer writer) {
    return new ConditionWriter(writer, this::path, conditions, steps, grid.cells());
  }

  /** {@code L} where one length serves all axes, else {@code L_x}, {@code L_y}, ... */
  private Map<String, Double> lengths() {
    Map<String, Double> lengths = new LinkedHashMap<>();
    boolean one = Arrays.stream(grid.lengths()).allMatch(l -> l == grid.axis(0).length());
    for (Axis axis : grid.axes()) {
      lengths.put(one ? "L" : "L_" + axis.name(), axis.length());
    }
    return lengths;
  }

  /** The path of one of the set's data sets in the file. */
  public String path(String dataset) {
    return group.isEmpty() ? dataset : group + "/" + dataset;
  }

  private long[] tensorShape() {
    long[] shape = grid.points().shape(trajectories, steps);
    if (fields.size() > 1) {
      shape = Arrays.copyOf(shape, shape.length + 1);
      shape[shape.length - 1] = fields.size();
    }
    return shape;
  }

  private static double[] multiples(double unit, int count) {
    double[] values = new double[count];
    for (int i = 0; i < count; i++) {
      values[i] = i * unit;
    }
    return values;
  }
}
