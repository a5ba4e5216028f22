package io.tfsno.data.importing;

import io.tfsno.base.Names;
import io.tfsno.base.UserError;
import io.tfsno.data.file.Shapes;
import io.tfsno.data.foreign.ForeignArray;
import io.tfsno.data.foreign.hdf5.Hdf5File;
import io.tfsno.data.hdf5.Hdf5Group;
import io.tfsno.data.importing.Contents.Coordinate;
import io.tfsno.data.importing.field.ArrayFields;
import io.tfsno.data.importing.field.Fields;
import io.tfsno.data.importing.field.Piece;
import io.tfsno.data.importing.field.Role;
import io.tfsno.spectral.Boundary;
import io.tfsno.spectral.Channel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Files of The Well. {@code t0_fields}, {@code t1_fields} and {@code t2_fields} hold scalars,
 * vectors and tensors, {@code [n, t, x(, y, z)(, component(, component))]}; what varies with time
 * is a state, what does not is a static field. {@code dimensions} has the coordinates, {@code
 * boundary_conditions} a group for each kind of boundary, {@code scalars} numbers.
 */
final class WellContents {
  private static final List<String> FIELDS = List.of("t0_fields", "t1_fields", "t2_fields");
  private static final List<String> REQUIRED =
      List.of("dimensions", "boundary_conditions", "scalars", "t0_fields");

  private final Hdf5File file;
  private final Hdf5Group root;
  private final ImportOptions options;
  private final List<String> axes;
  private final List<String> unused = new ArrayList<>();

  private WellContents(Hdf5File file, ImportOptions options) {
    this.file = file;
    this.root = file.root();
    this.options = options;
    List<String> groups = root.groupNames();
    List<String> missing = REQUIRED.stream().filter(name -> !groups.contains(name)).toList();
    if (!missing.isEmpty()) {
      throw root.error(
          "the groups of The Well: " + String.join(", ", REQUIRED),
          "no " + String.join(", no ", missing),
          "Download the file again, or import its arrays one by one.");
    }
    axes = list(root.group("dimensions").allAttributes().get("spatial_dims"));
    if (axes.isEmpty() || axes.size() > 3) {
      throw root.error(
          "an attribute 'spatial_dims' of 'dimensions' with 1 to 3 names",
          axes.toString(),
          "Download the file again.");
    }
  }

  /** Whether a file looks like one of The Well, whole or not. */
  static boolean matches(Hdf5File file) {
    return FIELDS.stream().anyMatch(file.root().groupNames()::contains);
  }

  static Contents of(Hdf5File file, ImportOptions options) {
    return new WellContents(file, options).read();
  }

  private Contents read() {
    List<WellField> all = new ArrayList<>();
    FIELDS.stream().filter(root.groupNames()::contains).forEach(group -> add(group, all));
    List<String> names = all.stream().map(WellField::bare).toList();
    for (String name : options.fields()) {
      if (!names.contains(name)) {
        throw new UserError(file.file() + ": " + Names.unknown("field", name, names).getMessage());
      }
    }
    List<WellField> states = new ArrayList<>();
    List<WellField> fixed = new ArrayList<>();
    for (WellField field : all) {
      boolean wanted = options.fields().isEmpty() || options.fields().contains(field.bare());
      if (!wanted || !field.full()) {
        unused.add(field.array().name());
      } else {
        (field.changes() ? states : fixed).add(field);
      }
    }
    if (states.isEmpty()) {
      throw root.error("fields that change with time", names.toString(), "Use another file.");
    }
    Fields fields = fields(states);
    Map<String, Object> attributes = new TreeMap<>();
    if (root.attributes().get("dataset_name") instanceof String name) {
      attributes.put("title", name);
    }
    WellNumbers numbers = new WellNumbers(root, fields.extent()[0]);
    TrajectoryNumbers parameters = numbers.read();
    unused.addAll(numbers.unused());
    return new Contents(
        file.file().getFileName().toString(),
        fields,
        coordinates(),
        boundaries(),
        parameters,
        fixed.isEmpty() ? null : fields(fixed),
        null,
        attributes,
        unused);
  }

  private void add(String group, List<WellField> to) {
    int order = FIELDS.indexOf(group);
    for (String name : root.group(group).datasetNames()) {
      to.add(new WellField(file.array(group + "/" + name), order, axes.size()));
    }
  }

  private Fields fields(List<WellField> list) {
    List<Piece> pieces = new ArrayList<>();
    List<Channel> channels = new ArrayList<>();
    for (WellField field : list) {
      ForeignArray array =
          field.order() == 2 ? TensorArray.flattened(field.array()) : field.array();
      Piece piece = ArrayContents.piece(array, field.roles(), array.shape(), channels.size());
      pieces.add(piece);
      long[] first = new ArrayFields(pieces.subList(0, 1), List.of()).extent();
      long[] own = new ArrayFields(List.of(piece), List.of()).extent();
      boolean same = Arrays.equals(first, 1, Role.C.place(), own, 1, Role.C.place());
      if (!same) {
        throw root.error(
            "fields of the same shape",
            "'%s' %s next to '%s' %s"
                .formatted(
                    field.array().name(),
                    Shapes.text(field.array().shape()),
                    list.get(0).array().name(),
                    Shapes.text(list.get(0).array().shape())),
            Need.FIELDS.sentence());
      }
      channels.addAll(names(field, piece.channels()));
    }
    return new ArrayFields(pieces, channels);
  }

  private List<Channel> names(WellField field, int count) {
    if (field.order() == 0) {
      return List.of(new Channel(field.bare()));
    }
    List<Channel> names = new ArrayList<>();
    int rows = field.order() == 1 ? count : (int) Math.round(Math.sqrt(count));
    for (int c = 0; c < count; c++) {
      String first = component(field.order() == 1 ? c : c / rows);
      names.add(
          new Channel(
              field.bare() + "_" + first + (field.order() == 1 ? "" : component(c % rows))));
    }
    return names;
  }

  /**
   * Components follow the spatial axes; a vector may have more of them, as a flow in a plane has.
   */
  private String component(int index) {
    return index < axes.size() ? axes.get(index) : Integer.toString(index);
  }

  private Map<Role, Coordinate> coordinates() {
    Map<Role, Coordinate> all = new EnumMap<>(Role.class);
    Hdf5Group group = root.group("dimensions");
    all.put(Role.T, new Coordinate("dimensions/time", times(group), ""));
    for (int i = 0; i < axes.size(); i++) {
      Role role = Role.SPACE.get(i);
      String name = axes.get(i);
      all.put(role, new Coordinate("dimensions/" + name, group.numbers(name), ""));
    }
    return all;
  }

  private double[] times(Hdf5Group group) {
    if (flag(group.describe("time").attributes().get("sample_varying"))) {
      throw root.error(
          "the same times for all trajectories",
          "'dimensions/time' that varies between them",
          "Interpolate the trajectories to the same times first.");
    }
    return group.numbers("time");
  }

  private List<Boundary> boundaries() {
    Map<String, Boundary> found = new TreeMap<>();
    Hdf5Group group = root.group("boundary_conditions");
    for (String name : group.groupNames()) {
      Map<String, Object> said = group.group(name).allAttributes();
      boolean periodic =
          "periodic".equals(String.valueOf(said.get("bc_type")).toLowerCase(Locale.ROOT));
      for (String axis : list(said.get("associated_dims"))) {
        found.merge(
            axis,
            periodic ? Boundary.PERIODIC : Boundary.WALL,
            (a, b) -> a == Boundary.PERIODIC ? b : a);
      }
    }
    return found.keySet().containsAll(axes) ? axes.stream().map(found::get).toList() : List.of();
  }

  static List<String> list(Object value) {
    return value instanceof List<?> all
        ? all.stream().map(String::valueOf).toList()
        : value == null ? List.of() : List.of(String.valueOf(value));
  }

  /** Python's True, which h5py stores as a choice between two names. */
  static boolean flag(Object value) {
    return value instanceof Number n
        ? n.longValue() != 0
        : "TRUE".equalsIgnoreCase(String.valueOf(value));
  }
}
