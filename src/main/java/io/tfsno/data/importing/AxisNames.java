package io.tfsno.data.importing;

import io.tfsno.data.foreign.ForeignArray;
import io.tfsno.data.foreign.ForeignFile;
import io.tfsno.data.importing.field.Role;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What a dimension stands for, from its name and from the CF attributes of its coordinate variable:
 * {@code axis}, or a unit such as {@code seconds since 2000-01-01}.
 */
final class AxisNames {
  private static final Map<Role, List<String>> KNOWN =
      Map.of(
          Role.N,
          List.of(
              "n",
              "b",
              "batch",
              "sample",
              "samples",
              "trajectory",
              "trajectories",
              "traj",
              "realization",
              "realisation",
              "member",
              "ensemble",
              "number",
              "run",
              "case",
              "simulation"),
          Role.T,
          List.of("t", "time", "times", "step", "frame", "valid_time", "t-coordinate"),
          Role.X,
          List.of("x", "lon", "longitude", "xc", "x-coordinate", "x_coordinate"),
          Role.Y,
          List.of("y", "lat", "latitude", "yc", "y-coordinate", "y_coordinate"),
          Role.Z,
          List.of("z", "lev", "level", "height", "depth", "altitude", "zc", "z-coordinate"),
          Role.C,
          List.of("c", "channel", "channels", "component", "components", "field", "variable"));

  private AxisNames() {}

  /** What the dimensions of an array stand for, null for those of length 1 that say nothing. */
  static Optional<List<Role>> roles(ForeignFile file, ForeignArray array) {
    List<Role> roles = new ArrayList<>();
    for (int i = 0; i < array.dimensions().size(); i++) {
      Role role = role(file, array.dimensions().get(i)).orElse(null);
      if (role == null && array.shape()[i] != 1) {
        return Optional.empty();
      }
      roles.add(role);
    }
    boolean twice = roles.stream().anyMatch(r -> r != null && Collections.frequency(roles, r) > 1);
    return twice || roles.isEmpty() ? Optional.empty() : Optional.of(filled(roles));
  }

  /** The spatial axes of a section along y and z are called x and y. */
  private static List<Role> filled(List<Role> roles) {
    List<Role> space = roles.stream().filter(r -> r != null && r.isSpace()).sorted().toList();
    List<Role> renamed = new ArrayList<>();
    for (Role role : roles) {
      int place = space.indexOf(role);
      renamed.add(place < 0 ? role : Role.SPACE.get(place));
    }
    return renamed;
  }

  private static Optional<Role> role(ForeignFile file, String dimension) {
    Optional<ForeignArray> coordinate = coordinate(file, dimension);
    if (coordinate.isPresent()) {
      String axis = coordinate.get().text("axis").toUpperCase(Locale.ROOT);
      if (List.of("X", "Y", "Z", "T").contains(axis)) {
        return Optional.of(Role.valueOf(axis));
      }
      if (coordinate.get().text("units").contains(" since ")) {
        return Optional.of(Role.T);
      }
    }
    String name = dimension.toLowerCase(Locale.ROOT);
    return Arrays.stream(Role.values()).filter(r -> KNOWN.get(r).contains(name)).findFirst();
  }

  /** The variable with the coordinates of a dimension. */
  static Optional<ForeignArray> coordinate(ForeignFile file, String dimension) {
    return file.arrays().stream()
        .filter(a -> a.shape().length == 1 && a.numeric() && bare(a.name()).equals(dimension))
        .findFirst();
  }

  /** In a file without names of dimensions: an array called t, x, y or z of the right length. */
  static Optional<ForeignArray> coordinate(ForeignFile file, Role role, long length) {
    return file.arrays().stream()
        .filter(a -> a.shape().length == 1 && a.numeric() && a.shape()[0] == length)
        .filter(a -> KNOWN.get(role).contains(bare(a.name()).toLowerCase(Locale.ROOT)))
        .findFirst();
  }

  static String bare(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
