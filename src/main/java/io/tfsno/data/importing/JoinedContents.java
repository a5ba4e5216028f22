package io.tfsno.data.importing;

import io.tfsno.data.file.DataFiles;
import io.tfsno.data.file.Shapes;
import io.tfsno.data.importing.field.Fields;
import io.tfsno.data.importing.field.JoinedFields;
import io.tfsno.data.importing.field.RepeatedFields;
import io.tfsno.data.importing.field.Role;
import io.tfsno.spectral.Channel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** Several files whose trajectories follow one another. */
final class JoinedContents {
  private JoinedContents() {}

  /** Refuses a file that cannot follow another: other shapes, channels, coordinates, boundaries. */
  static void requireSame(Path file, Contents part, Contents first) {
    long[] own = part.states().extent();
    long[] expected = first.states().extent();
    List<Channel> channels = first.states().channels();
    boolean axes = Arrays.equals(own, 1, Role.COUNT, expected, 1, Role.COUNT);
    if (!axes || !part.states().channels().equals(channels)) {
      throw DataFiles.error(
          file,
          "the shape %s and the channels %s of '%s'"
              .formatted(shape(expected), Channel.names(channels), first.name()),
          "%s and %s".formatted(shape(own), Channel.names(part.states().channels())),
          "Import files of different shapes one by one.");
    }
    first
        .coordinates()
        .forEach((role, coordinate) -> requireSame(file, part, role, coordinate, first));
    if (!part.boundaries().equals(first.boundaries())) {
      throw DataFiles.error(
          file,
          "the boundaries of '%s', %s".formatted(first.name(), first.boundaries()),
          part.boundaries().toString(),
          "Import files with different boundaries one by one.");
    }
  }

  private static void requireSame(
      Path file, Contents part, Role role, Contents.Coordinate expected, Contents first) {
    Contents.Coordinate own = part.coordinates().get(role);
    if (own == null || !Arrays.equals(own.values(), expected.values())) {
      throw DataFiles.error(
          file,
          "the coordinates '%s' of '%s'".formatted(expected.name(), first.name()),
          own == null ? "none" : "others",
          "Import files with different coordinates one by one.");
    }
  }

  private static String shape(long[] extent) {
    return "(t, x, y, z) = " + Shapes.text(Arrays.copyOfRange(extent, 1, Role.C.place()));
  }

  /** What the files hold together. */
  static Contents of(List<Contents> parts) {
    Contents first = parts.get(0);
    if (parts.size() == 1) {
      return first;
    }
    List<double[]> rows = new ArrayList<>();
    parts.forEach(part -> rows.addAll(part.parameters().rows()));
    return new Contents(
        first.name(),
        JoinedFields.of(parts.stream().map(Contents::states).toList()),
        first.coordinates(),
        first.boundaries(),
        new TrajectoryNumbers(first.parameters().names(), rows),
        joined(parts, Contents::statics),
        joined(parts, Contents::forcing),
        first.attributes(),
        first.unused());
  }

  private static Fields joined(List<Contents> parts, Function<Contents, Fields> of) {
    if (parts.stream().anyMatch(part -> of.apply(part) == null)) {
      return null;
    }
    List<Fields> all = new ArrayList<>();
    for (Contents part : parts) {
      Fields own = of.apply(part);
      boolean each = own.extent()[0] == part.trajectories();
      all.add(each ? own : new RepeatedFields(own, part.trajectories()));
    }
    return JoinedFields.of(all);
  }
}
