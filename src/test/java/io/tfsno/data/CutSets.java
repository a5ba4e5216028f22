package io.tfsno.data;

import io.tfsno.data.condition.ConditionWriter;
import io.tfsno.data.condition.SetConditions;
import io.tfsno.data.condition.TrajectoryConditions;
import io.tfsno.data.file.FloatType;
import io.tfsno.data.hdf5.Hdf5Plan;
import io.tfsno.data.hdf5.Hdf5Writer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Whole files cut into several, each with its share of every set. */
public final class CutSets {
  private static final List<String> OWN =
      List.of("dt", "L", "L_x", "L_y", "L_z", "channels", "units", "boundary", "format_version");

  private CutSets() {}

  /** The first and last trajectories of a set that go into a file. */
  private record Share(FlatSet target, TrajectorySet source, long first) {}

  /**
   * Writes part {@code index} of {@code count}, of which each has about as many trajectories.
   *
   * @param more attributes of its own
   */
  public static Path write(Path file, Path whole, int index, int count, Map<String, Object> more) {
    try (TrajectoryFile all = TrajectoryFile.open(whole)) {
      Hdf5Plan plan = new Hdf5Plan();
      Map<String, Share> shares = new LinkedHashMap<>();
      for (String group : all.groups()) {
        TrajectorySet set = all.set(group);
        long first = set.trajectories() * index / count;
        long end = set.trajectories() * (index + 1) / count;
        if (end > first) {
          FlatSet target = target(group, set, end - first, more);
          target.declare(plan);
          shares.put(group, new Share(target, set, first));
        }
      }
      try (Hdf5Writer writer = Hdf5Writer.create(file, plan)) {
        shares.values().forEach(share -> write(share, writer));
        writer.seal();
      }
      return file;
    }
  }

  private static FlatSet target(
      String group, TrajectorySet set, long trajectories, Map<String, Object> more) {
    Map<String, Object> attributes = new LinkedHashMap<>(set.attributes());
    attributes.keySet().removeIf(name -> OWN.contains(name) || isOfConditions(name));
    attributes.putAll(more);
    return new FlatSet(
            group,
            FloatType.FLOAT32,
            trajectories,
            set.steps(),
            set.fields(),
            set.grid(),
            set.dt(),
            attributes)
        .with(set.conditions().declared());
  }

  private static boolean isOfConditions(String attribute) {
    return attribute.startsWith("parameter")
        || attribute.startsWith("static")
        || attribute.startsWith("forcing");
  }

  private static void write(Share share, Hdf5Writer writer) {
    FlatSet target = share.target;
    target.writeCoordinates(writer);
    int count = Math.toIntExact(target.trajectories());
    SnapshotWriter states = new SnapshotWriter(writer, target);
    for (int step = 0; step < target.steps(); step++) {
      float[] values = share.source.read(share.first, count, step, 1);
      double[] wide = new double[values.length];
      for (int i = 0; i < wide.length; i++) {
        wide[i] = values[i];
      }
      states.write(0, step, wide);
    }
    SetConditions declared = target.conditions();
    TrajectoryConditions from = share.source.conditions();
    ConditionWriter conditions = target.conditions(writer);
    if (!declared.parameters().isEmpty()) {
      conditions.parameters(0, from.parameters(share.first, count));
    }
    if (declared.phase()) {
      conditions.phases(0, from.phases(share.first, count));
    }
    if (!declared.statics().isEmpty()) {
      conditions.statics(0, from.statics(share.first, declared.statics().shared() ? 1 : count));
    }
    if (!declared.forcings().isEmpty()) {
      for (int i = 0; i < (declared.forcings().shared() ? 1 : count); i++) {
        conditions.forcings(i, 0, from.forcings(share.first + i, 1, 0, target.steps()));
      }
    }
  }
}
