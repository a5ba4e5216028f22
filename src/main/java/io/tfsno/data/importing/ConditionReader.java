package io.tfsno.data.importing;

import io.tfsno.base.UserError;
import io.tfsno.data.file.DataFiles;
import io.tfsno.data.file.Shapes;
import io.tfsno.data.foreign.ForeignArray;
import io.tfsno.data.foreign.ForeignFile;
import io.tfsno.data.importing.field.ArrayFields;
import io.tfsno.data.importing.field.Fields;
import io.tfsno.data.importing.field.Role;
import io.tfsno.spectral.Channel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Finds a condition in an array that the user named.
 *
 * @param extent of the states that it belongs to, by {@link Role}
 */
record ConditionReader(ForeignFile file, ConditionOption option, long[] extent) {
  /** Numbers, {@code [trajectory]} or {@code [trajectory, parameter]}, or one row for all. */
  TrajectoryNumbers numbers() {
    ForeignArray array = array();
    int columns = option.names().size();
    int trajectories = Math.toIntExact(extent[0]);
    long size = Shapes.size(array.shape());
    if (size != (long) columns * trajectories && size != columns) {
      throw misfit(
          array,
          "%d numbers, or %d for all trajectories".formatted(columns * trajectories, columns));
    }
    double[] values = array.numbers().readAll();
    int rows = values.length / columns;
    List<double[]> all = new ArrayList<>();
    for (int i = 0; i < trajectories; i++) {
      double[] row = new double[columns];
      for (int p = 0; p < columns; p++) {
        int at = rows == 1 ? 0 : i;
        row[p] = values[array.reversed() ? p * rows + at : at * columns + p];
        requireFinite(row[p], i, option.names().get(p));
      }
      all.add(row);
    }
    return new TrajectoryNumbers(Channel.named(option.names()), all);
  }

  private void requireFinite(double value, int trajectory, String name) {
    if (!Double.isFinite(value)) {
      throw DataFiles.error(
          file.file(),
          "finite numbers for '" + name + "'",
          "%s for trajectory %d".formatted(value, trajectory),
          "Correct it, or leave the trajectory out.");
    }
  }

  /** Fields, on the points of the states. */
  Fields fields() {
    ForeignArray array = array();
    List<Role> roles = roles(array);
    Fields fields =
        new ArrayFields(
            List.of(ArrayContents.piece(array, roles, array.shape(), 0)), channels(array));
    long[] own = fields.extent();
    for (Role role : Role.values()) {
      boolean must = role.isSpace() || (role == Role.T && timed());
      boolean may = role == Role.N && own[0] == 1;
      if (role != Role.C
          && !may
          && own[role.place()] != (must || role == Role.N ? extent[role.place()] : 1)) {
        throw misfit(array, expected());
      }
    }
    if (own[Role.C.place()] != option.names().size()) {
      throw misfit(array, "%d channels, one for each name".formatted(option.names().size()));
    }
    return fields;
  }

  private List<Channel> channels(ForeignArray array) {
    String unit = array.text("units").replace(',', ' ');
    return option.names().stream().map(name -> new Channel(name, unit)).toList();
  }

  private boolean timed() {
    return option.kind() == ConditionOption.Kind.FORCING;
  }

  /** By the names of its dimensions, or by its shape: trajectories first, channels last. */
  private List<Role> roles(ForeignArray array) {
    Optional<List<Role>> named = AxisNames.roles(file, array);
    if (named.isPresent()) {
      return named.get();
    }
    List<Role> roles = new ArrayList<>();
    if (timed()) {
      roles.add(Role.T);
    }
    for (Role role : List.of(Role.X, Role.Y, Role.Z)) {
      if (extent[role.place()] > 1) {
        roles.add(role);
      }
    }
    int spare = array.shape().length - roles.size();
    long[] inner = roles.stream().mapToLong(r -> extent[r.place()]).toArray();
    boolean first = spare > 0 && endsLike(array.shape(), inner, spare == 2);
    if (spare == 2 || (spare == 1 && first)) {
      roles.add(0, Role.N);
    }
    if (spare == 2 || (spare == 1 && !first)) {
      roles.add(Role.C);
    }
    if (spare < 0 || spare > 2) {
      throw misfit(array, expected());
    }
    return roles;
  }

  private static boolean endsLike(long[] shape, long[] inner, boolean channel) {
    int from = shape.length - inner.length - (channel ? 1 : 0);
    return from >= 0 && Arrays.equals(shape, from, from + inner.length, inner, 0, inner.length);
  }

  private String expected() {
    StringBuilder axes = new StringBuilder("[trajectory or none");
    if (timed()) {
      axes.append(", ").append(extent[Role.T.place()]);
    }
    for (Role role : List.of(Role.X, Role.Y, Role.Z)) {
      axes.append(extent[role.place()] > 1 ? ", " + extent[role.place()] : "");
    }
    return axes.append(", channel or none]").toString();
  }

  /** The array of the first name, or the only one of the file. */
  private ForeignArray array() {
    boolean only = !option.source().isEmpty() && file.arrays().size() == 1;
    return only ? file.arrays().get(0) : file.array(option.names().get(0));
  }

  private UserError misfit(ForeignArray array, String expected) {
    return DataFiles.error(
        file.file(),
        "%s '%s' as %s".formatted(option.kind().label(), option.text(), expected),
        Shapes.text(array.shape()),
        "It must fit the states %s.".formatted(Shapes.text(extent)));
  }
}
