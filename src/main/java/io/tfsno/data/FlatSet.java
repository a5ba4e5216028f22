package io.tfsno.data;

import io.tfsno.data.file.FloatType;
import io.tfsno.data.hdf5.Hdf5Plan;
import io.tfsno.data.hdf5.Hdf5Writer;
import java.util.List;
import java.util.Map;

/**
 * A set of trajectories as we write it: the flat layout of PDEBench, at the root of a file or in a
 * group. {@code tensor} is {@code [trajectory, time, x(, y)]}, with the channel last where there
 * are several; the coordinates stand beside it.
 *
 * @param group name of the group, empty for the root
 * @param points grid points per axis
 * @param attributes Double, Long or String each
 */
public record FlatSet(
    String group,
    FloatType type,
    long trajectories,
    int steps,
    List<String> fields,
    int dimension,
    int points,
    double length,
    double interval,
    Map<String, Object> attributes) {

  /** Version of this layout, stored in the files. */
  public static final long FORMAT_VERSION = 1;

  public FlatSet {
    fields = List.copyOf(fields);
    attributes = Map.copyOf(attributes);
  }

  /** Numbers in one snapshot, over all channels. */
  public int snapshotSize() {
    return fields.size() * (dimension == 1 ? points : points * points);
  }

  /** Declares the set in the plan of a file. */
  public void declare(Hdf5Plan root) {
    Hdf5Plan plan = group.isEmpty() ? root : root.group(group);
    plan.dataset("tensor", type, tensorShape());
    plan.dataset("t-coordinate", FloatType.FLOAT32, steps);
    plan.dataset("x-coordinate", FloatType.FLOAT32, points);
    if (dimension == 2) {
      plan.dataset("y-coordinate", FloatType.FLOAT32, points);
    }
    plan.attribute("L", length).attribute("dt", interval);
    plan.attribute("field", String.join(", ", fields));
    plan.attribute("format_version", FORMAT_VERSION);
    attributes.forEach((name, value) -> attribute(plan, name, value));
  }

  /** Writes the coordinates; snapshots come one by one or in blocks through {@link #path}. */
  public void writeCoordinates(Hdf5Writer writer) {
    writer.write(path("t-coordinate"), 0, multiples(interval, steps));
    writer.write(path("x-coordinate"), 0, multiples(length / points, points));
    if (dimension == 2) {
      writer.write(path("y-coordinate"), 0, multiples(length / points, points));
    }
  }

  /** The path of one of the set's data sets in the file. */
  public String path(String dataset) {
    return group.isEmpty() ? dataset : group + "/" + dataset;
  }

  private long[] tensorShape() {
    long[] shape = new long[2 + dimension + (fields.size() > 1 ? 1 : 0)];
    shape[0] = trajectories;
    shape[1] = steps;
    for (int axis = 0; axis < dimension; axis++) {
      shape[2 + axis] = points;
    }
    if (fields.size() > 1) {
      shape[2 + dimension] = fields.size();
    }
    return shape;
  }

  private static void attribute(Hdf5Plan plan, String name, Object value) {
    if (value instanceof Double d) {
      plan.attribute(name, d);
    } else if (value instanceof Long l) {
      plan.attribute(name, l);
    } else {
      plan.attribute(name, (String) value);
    }
  }

  private static double[] multiples(double unit, int count) {
    double[] values = new double[count];
    for (int i = 0; i < count; i++) {
      values[i] = i * unit;
    }
    return values;
  }
}
