package io.tfsno.data.importing;

import io.tfsno.base.UserError;
import io.tfsno.data.file.DataFiles;
import io.tfsno.data.file.Shapes;
import io.tfsno.data.foreign.ForeignArray;
import io.tfsno.data.foreign.ForeignFile;
import io.tfsno.data.hdf5.Slab;
import io.tfsno.data.importing.Contents.Coordinate;
import io.tfsno.data.importing.field.ArrayFields;
import io.tfsno.data.importing.field.Piece;
import io.tfsno.data.importing.field.Role;
import io.tfsno.spectral.Channel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Makes sense of plain arrays: by what the user says, by names of dimensions, by coordinates. */
final class ArrayContents {
  private static final List<String> SPATIAL = List.of("x", "y", "z");

  private final ForeignFile file;
  private final ImportOptions options;
  private final ArrayChoice choice;
  private final List<Piece> pieces = new ArrayList<>();
  private final List<Channel> channels = new ArrayList<>();
  private final Map<Role, Coordinate> coordinates = new EnumMap<>(Role.class);
  private final Set<String> used = new HashSet<>();

  private ArrayContents(ForeignFile file, ImportOptions options) {
    this.file = file;
    this.options = options;
    this.choice = ArrayChoice.of(file, options);
  }

  static Contents of(ForeignFile file, ImportOptions options) {
    return new ArrayContents(file, options).read();
  }

  private Contents read() {
    for (ForeignArray array : choice.arrays()) {
      add(array);
    }
    if (!choice.named() && !options.fields().isEmpty()) {
      rename(options.fields());
    }
    Channel.requireDifferent(Channel.names(channels));
    Map<String, Object> attributes = new TreeMap<>();
    if (file.attributes().get("title") instanceof String title) {
      attributes.put("title", title);
    }
    List<String> unused =
        file.arrays().stream().map(ForeignArray::name).filter(n -> !used.contains(n)).toList();
    return Contents.of(
        file.file().getFileName().toString(),
        new ArrayFields(pieces, channels),
        coordinates,
        attributes,
        unused);
  }

  private void add(ForeignArray array) {
    used.add(array.name());
    List<Role> roles = ArrayChoice.roles(file, array, options);
    long[] shape = options.axes() == null ? array.shape() : shape(array);
    Piece piece = piece(array, roles, shape, channels.size());
    if (!pieces.isEmpty()) {
      requireSame(array, piece);
    }
    pieces.add(piece);
    names(array, piece.channels());
    for (int axis = 0; axis < roles.size(); axis++) {
      coordinate(array, axis, roles.get(axis), shape[axis]);
    }
  }

  private long[] shape(ForeignArray array) {
    try {
      return options.axes().shapeOf(array.name(), array.shape());
    } catch (UserError e) {
      throw new UserError(file.file() + ": " + e.getMessage(), e);
    }
  }

  /** An array with what its axes stand for, the fastest last. */
  static Piece piece(ForeignArray array, List<Role> roles, long[] shape, int firstChannel) {
    List<Role> stored = new ArrayList<>(roles);
    int c = roles.indexOf(Role.C);
    boolean reshaped = shape.length != array.shape().length;
    Slab numbers = reshaped ? array.numbers() : array.countable().numbers();
    long[] grain = array.grain();
    if (reshaped) {
      numbers = new FlatSlab(numbers, shape);
      grain = ForeignArray.ones(shape);
    } else if (array.reversed()) {
      Collections.reverse(stored);
    }
    return new Piece(numbers, stored, grain, firstChannel, c < 0 ? 1 : Math.toIntExact(shape[c]));
  }

  private void requireSame(ForeignArray array, Piece piece) {
    for (Role role : Role.values()) {
      long expected = new ArrayFields(pieces, channels).extent()[role.place()];
      long found = new ArrayFields(List.of(piece), Channel.unnamed(1)).extent()[role.place()];
      if (role != Role.C && expected != found) {
        throw DataFiles.error(
            file.file(),
            "arrays of the same shape",
            "'%s' %s next to '%s' %s"
                .formatted(
                    array.name(),
                    Shapes.text(array.shape()),
                    choice.arrays().get(0).name(),
                    Shapes.text(choice.arrays().get(0).shape())),
            Need.FIELDS.sentence());
      }
    }
  }

  private void names(ForeignArray array, int count) {
    String name = AxisNames.bare(array.name());
    String unit = array.text("units").replace(',', ' ');
    boolean nameless = !choice.named() && options.dataset() == null;
    if (nameless) {
      channels.addAll(Channel.unnamed(count));
    } else if (count == 1) {
      channels.add(new Channel(name, unit));
    } else {
      channels.addAll(components(name, unit, count));
    }
  }

  /** The components of a vector: {@code v_x, v_y}, or numbered where they are not two or three. */
  static List<Channel> components(String name, String unit, int count) {
    List<Channel> all = new ArrayList<>();
    for (int c = 0; c < count; c++) {
      String part = count <= SPATIAL.size() ? SPATIAL.get(c) : Integer.toString(c);
      all.add(new Channel(name + "_" + part, unit));
    }
    return all;
  }

  private void rename(List<String> names) {
    if (names.size() != channels.size()) {
      throw DataFiles.error(
          file.file(),
          "%d names of channels".formatted(channels.size()),
          String.join(", ", names),
          "Name each channel once.");
    }
    for (int c = 0; c < names.size(); c++) {
      channels.set(c, new Channel(names.get(c), channels.get(c).unit()));
    }
  }

  private void coordinate(ForeignArray array, int axis, Role role, long length) {
    if (role == null || role == Role.N || role == Role.C) {
      return;
    }
    Optional<ForeignArray> found =
        array.dimensions().isEmpty()
            ? AxisNames.coordinate(file, role, length)
            : AxisNames.coordinate(file, array.dimensions().get(axis));
    if (found.isPresent() && found.get().shape()[0] == length) {
      ForeignArray at = found.get();
      used.add(at.name());
      String unit = at.text("units").replaceFirst("(?i) since .*", "");
      coordinates.put(role, new Coordinate(at.name(), at.numbers().readAll(), unit));
    }
  }
}
