package io.tfsno.data.importing;

import io.tfsno.base.UserError;
import io.tfsno.data.file.DataFiles;
import io.tfsno.data.file.Shapes;
import io.tfsno.data.foreign.ForeignArray;
import io.tfsno.data.foreign.ForeignFile;
import io.tfsno.data.importing.field.Role;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Which arrays of a file hold the states.
 *
 * @param named whether the user's names are those of the arrays, not of channels
 */
record ArrayChoice(List<ForeignArray> arrays, boolean named) {
  private static final int LISTED = 12;

  static ArrayChoice of(ForeignFile file, ImportOptions options) {
    if (options.dataset() != null) {
      return new ArrayChoice(List.of(file.array(options.dataset())), false);
    }
    List<ForeignArray> all = candidates(file);
    boolean nameless = file.arrays().size() == 1 && all.size() == 1;
    if (nameless && (options.fields().isEmpty() || file.find(options.fields().get(0)).isEmpty())) {
      return new ArrayChoice(all, false);
    }
    if (!options.fields().isEmpty()) {
      return new ArrayChoice(options.fields().stream().map(file::array).toList(), true);
    }
    if (all.isEmpty()) {
      throw DataFiles.error(
          file.file(),
          "an array of numbers with at least 2 axes",
          listing(file),
          "Save the fields as one.");
    }
    if (all.stream().anyMatch(array -> !alike(array, all.get(0)))) {
      throw DataFiles.error(
          file.file(), "one array, or several alike", listing(file), Need.FIELDS.sentence());
    }
    return new ArrayChoice(all, true);
  }

  /** Arrays that could be fields; where dimensions have names, those that change with time. */
  static List<ForeignArray> candidates(ForeignFile file) {
    return file.arrays().stream()
        .filter(
            array ->
                array.numeric() && array.shape().length >= (array.dimensions().isEmpty() ? 1 : 2))
        .filter(array -> array.shape().length >= 2 || file.arrays().size() == 1)
        .filter(
            array -> {
              Optional<List<Role>> roles = AxisNames.roles(file, array);
              return roles.isEmpty()
                  || (roles.get().contains(Role.T) && roles.get().contains(Role.X));
            })
        .toList();
  }

  private static boolean alike(ForeignArray a, ForeignArray b) {
    return Arrays.equals(a.shape(), b.shape()) && a.dimensions().equals(b.dimensions());
  }

  static String listing(ForeignFile file) {
    List<ForeignArray> arrays = file.arrays();
    String some =
        arrays.stream()
            .limit(LISTED)
            .map(array -> array.name() + " " + Shapes.text(array.shape()))
            .collect(Collectors.joining(", "));
    return arrays.isEmpty()
        ? "no array"
        : some + (arrays.size() > LISTED ? " and %d more".formatted(arrays.size() - LISTED) : "");
  }

  /** What the axes of an array stand for, as the user or the file says. */
  static List<Role> roles(ForeignFile file, ForeignArray array, ImportOptions options) {
    if (options.axes() != null) {
      return options.axes().roles();
    }
    return AxisNames.roles(file, array)
        .filter(roles -> roles.contains(Role.T) && roles.contains(Role.X))
        .orElseThrow(() -> unknownAxes(file, array));
  }

  private static UserError unknownAxes(ForeignFile file, ForeignArray array) {
    String names =
        array.dimensions().isEmpty()
            ? "no names for them in this file"
            : "the dimensions " + String.join(", ", array.dimensions());
    return DataFiles.error(
        file.file(),
        "to know the axes of '%s' %s".formatted(array.name(), Shapes.text(array.shape())),
        names,
        Need.AXES.sentence());
  }
}
