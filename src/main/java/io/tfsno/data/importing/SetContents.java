package io.tfsno.data.importing;

import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectorySet;
import io.tfsno.data.condition.SetConditions;
import io.tfsno.data.condition.TrajectoryConditions;
import io.tfsno.data.importing.Contents.Coordinate;
import io.tfsno.data.importing.field.BlockFields;
import io.tfsno.data.importing.field.Fields;
import io.tfsno.data.importing.field.Role;
import io.tfsno.spectral.Axis;
import io.tfsno.spectral.Points;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A set in a layout that is read as it is: PDEBench's, or our own. */
final class SetContents {
  private SetContents() {}

  static Contents of(String name, TrajectoryFile file, ImportOptions options) {
    TrajectorySet set =
        options.dataset() == null ? only(file) : file.set(options.dataset().replace("/", ""));
    Map<Role, Coordinate> coordinates = new EnumMap<>(Role.class);
    coordinates.put(Role.T, new Coordinate("times", set.times(), ""));
    List<Axis> axes = set.grid().axes();
    for (int i = 0; i < axes.size(); i++) {
      Role role = Role.SPACE.get(i);
      coordinates.put(role, new Coordinate(axes.get(i).name(), axes.get(i).coordinates(), ""));
    }
    Points points = set.grid().points();
    TrajectoryConditions given = set.conditions();
    SetConditions what = given.declared();
    return new Contents(
        name,
        new BlockFields(set.trajectories(), set.steps(), points, set.fields(), set::read),
        coordinates,
        axes.stream().map(Axis::boundary).toList(),
        numbers(given, set.trajectories()),
        what.statics().isEmpty() ? null : statics(set, given, points),
        what.forcings().isEmpty()
            ? null
            : new BlockFields(
                set.trajectories(), set.steps(), points, what.forcings().fields(), given::forcings),
        new TreeMap<>(),
        set.unused());
  }

  /** The only set of a file; of several the user has to name one. */
  private static TrajectorySet only(TrajectoryFile file) {
    return file.groups().size() == 1 ? file.set(file.groups().get(0)) : file.set("");
  }

  private static Fields statics(TrajectorySet set, TrajectoryConditions given, Points points) {
    return new BlockFields(
        set.trajectories(),
        1,
        points,
        given.declared().statics().fields(),
        (first, count, step, steps) -> given.statics(first, count));
  }

  private static TrajectoryNumbers numbers(TrajectoryConditions given, long trajectories) {
    if (given.declared().parameters().isEmpty()) {
      return TrajectoryNumbers.NONE;
    }
    List<double[]> rows = new ArrayList<>();
    for (long i = 0; i < trajectories; i++) {
      rows.add(given.parameters(i, 1));
    }
    return new TrajectoryNumbers(given.declared().parameters(), rows);
  }
}
