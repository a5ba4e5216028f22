package io.tfsno.data.hdf5;

import io.tfsno.data.file.FloatType;
import io.tfsno.data.file.Shapes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * What an HDF5 file will hold, declared before the first number is written: a group with
 * attributes, data sets and inner groups. {@code new Hdf5Plan()} is the root group.
 *
 * <pre>{@code
 * Hdf5Plan plan = new Hdf5Plan().attribute("benchmark", "E1").attribute("format_version", 1);
 * plan.group("train").attribute("nu", 0.01).dataset("tensor", FloatType.FLOAT32, 1000, 51, 128);
 * }</pre>
 */
public final class Hdf5Plan {
  /** HDF5 keeps the members of a group sorted by the bytes of their names, and so do these maps. */
  final Map<String, Hdf5Plan> groups = new TreeMap<>(Hdf5Plan::compareBytes);

  final Map<String, Dataset> datasets = new TreeMap<>(Hdf5Plan::compareBytes);

  /** Encoded header messages, by attribute name. */
  final Map<String, byte[]> attributes = new TreeMap<>();

  /** One data set: what it holds, not where. */
  public static final class Dataset {
    final FloatType type;
    public final long[] shape;

    Dataset(FloatType type, long[] shape) {
      this.type = type;
      this.shape = shape.clone();
    }

    long bytes() {
      return Math.multiplyExact(Shapes.size(shape), (long) type.bytes());
    }
  }

  /** The inner group of this name, made on the first call. */
  public Hdf5Plan group(String name) {
    if (datasets.containsKey(name)) {
      throw new IllegalArgumentException("'" + name + "' is already a data set");
    }
    return groups.computeIfAbsent(checked(name), n -> new Hdf5Plan());
  }

  /** Adds a data set. Its numbers are zero until they are written. */
  public Hdf5Plan dataset(String name, FloatType type, long... shape) {
    if (groups.containsKey(name) || datasets.containsKey(name)) {
      throw new IllegalArgumentException("'" + name + "' is declared twice");
    }
    if (shape.length < 1 || shape.length > 32) {
      throw new IllegalArgumentException("a data set has 1 to 32 axes, not " + shape.length);
    }
    for (long n : shape) {
      if (n < 1) {
        throw new IllegalArgumentException("empty axis in shape " + Shapes.text(shape));
      }
    }
    datasets.put(checked(name), new Dataset(type, shape));
    return this;
  }

  public Hdf5Plan attribute(String name, double value) {
    return attribute(name, Hdf5Messages.attribute(checked(name), value));
  }

  public Hdf5Plan attribute(String name, long value) {
    return attribute(name, Hdf5Messages.attribute(checked(name), value));
  }

  /** Adds a text (stored as UTF-8); {@link io.tfsno.base.UserError} if it is longer than 64 KB. */
  public Hdf5Plan attribute(String name, String value) {
    return attribute(name, Hdf5Messages.attribute(checked(name), value));
  }

  private Hdf5Plan attribute(String name, byte[] message) {
    attributes.put(name, message);
    return this;
  }

  private static String checked(String name) {
    if (name.isEmpty() || name.equals(".") || name.contains("/") || name.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("not a name for a member of an HDF5 file: '" + name + "'");
    }
    return name;
  }

  static int compareBytes(String a, String b) {
    return Arrays.compareUnsigned(
        a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
  }
}
