package io.tfsno.data.hdf5;

import io.tfsno.data.file.FloatType;
import io.tfsno.data.file.Shapes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

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
  private static final int NO_SUMS = -1;

  /** HDF5 keeps the members of a group sorted by the bytes of their names, and so do these maps. */
  final Map<String, Hdf5Plan> groups = new TreeMap<>(Hdf5Plan::compareBytes);

  final Map<String, Dataset> datasets = new TreeMap<>(Hdf5Plan::compareBytes);

  /** Encoded header messages, by attribute name. */
  final Map<String, byte[]> attributes = new TreeMap<>();

  /** One data set: what it holds, not where. */
  public static final class Dataset {
    /** Null for checksums, which are unsigned integers of 32 bits. */
    final FloatType type;

    public final long[] shape;

    /** Leading axes that count the blocks with a checksum each; negative for no checksums. */
    final int blockAxes;

    Dataset(FloatType type, long[] shape, int blockAxes) {
      this.type = type;
      this.shape = shape.clone();
      this.blockAxes = blockAxes;
    }

    /** Blocks along each leading axis; {@code [1]} for one block of everything. */
    long[] blocks() {
      return blockAxes == 0 ? new long[] {1} : Arrays.copyOf(shape, blockAxes);
    }

    long blockElements() {
      return Shapes.size(shape) / Shapes.size(blocks());
    }

    byte[] datatype() {
      return type == null ? Hdf5Messages.unsigned() : Hdf5Messages.datatype(type);
    }

    long bytes() {
      int each = type == null ? Integer.BYTES : type.bytes();
      return Math.multiplyExact(Shapes.size(shape), (long) each);
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
    datasets.put(checked(name), new Dataset(type, shape, NO_SUMS));
    return this;
  }

  /**
   * Adds the checksums of a data set, see {@link Checksums}.
   *
   * @param blockAxes leading axes of which each index has a checksum; 0 for one over everything,
   *     which costs reading it once more when the file is sealed
   */
  public Hdf5Plan checksums(String name, int blockAxes) {
    Dataset plain = datasets.get(name);
    Dataset summed = new Dataset(plain.type, plain.shape, blockAxes);
    datasets.put(name, summed);
    table(Checksums.table(name), summed.blocks());
    String noted =
        datasets.entrySet().stream()
            .filter(e -> e.getValue().blockAxes >= 0)
            .map(Map.Entry::getKey)
            .collect(Collectors.joining(", "));
    return attribute(Checksums.NOTE, noted);
  }

  /** A table of checksums, as a file has it. */
  void table(String name, long... shape) {
    datasets.put(checked(name), new Dataset(null, shape, NO_SUMS));
  }

  /** Adds a Double, a Long or a text. */
  public Hdf5Plan attribute(String name, Object value) {
    if (value instanceof Double d) {
      return attribute(name, d.doubleValue());
    }
    return value instanceof Long l
        ? attribute(name, l.longValue())
        : attribute(name, (String) value);
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
