package io.tfsno.data;

import io.tfsno.base.UserError;
import io.tfsno.data.condition.ConditionFields;
import io.tfsno.data.condition.JoinedConditions;
import io.tfsno.data.condition.NoConditions;
import io.tfsno.data.condition.SetConditions;
import io.tfsno.data.condition.TrajectoryConditions;
import io.tfsno.data.parts.FilePool;
import io.tfsno.data.parts.Numbering;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The sets of one name in several files on their way to becoming one, file by file. They must agree
 * in fields, grid, times, conditions and equation. Other attributes in which they differ are left
 * out.
 */
final class JoinedSet {
  private static final double SAME_TIME = 1e-6;
  private static final String EQUATION = "equation";

  private final FilePool<TrajectoryFile> files;
  private final String name;
  private final TrajectorySet first;
  private final Path firstFile;
  private final Map<String, Object> attributes;
  private final List<Part> parts = new ArrayList<>();
  private final List<Long> counts = new ArrayList<>();
  private final float[] statics;
  private final float[] forcings;
  private boolean sameStatics = true;
  private boolean sameForcings = true;

  JoinedSet(FilePool<TrajectoryFile> files, String name, int firstFile, TrajectorySet first) {
    this.files = files;
    this.name = name;
    this.first = first;
    this.firstFile = files.path(firstFile);
    attributes = new TreeMap<>(first.attributes());
    statics = shared(statics(first)) ? first.conditions().statics(0, 1) : null;
    forcings = shared(forcings(first)) ? forcing(first) : null;
  }

  void add(int file, TrajectorySet set) {
    requireAlike(files.path(file), set);
    attributes.entrySet().removeIf(e -> !e.getValue().equals(set.attributes().get(e.getKey())));
    sameStatics &=
        statics != null
            && shared(statics(set))
            && Arrays.equals(statics, set.conditions().statics(0, 1));
    sameForcings &=
        forcings != null && shared(forcings(set)) && Arrays.equals(forcings, forcing(set));
    parts.add(new Part(files, file, name));
    counts.add(set.trajectories());
  }

  TrajectorySet set() {
    Numbering numbering = new Numbering(counts.stream().mapToLong(Long::longValue).toArray());
    SetConditions there = first.conditions().declared();
    SetConditions declared =
        new SetConditions(
            there.parameters(),
            new ConditionFields(there.statics().fields(), sameStatics),
            new ConditionFields(there.forcings().fields(), sameForcings),
            there.phase());
    TrajectoryConditions conditions =
        there.isEmpty()
            ? NoConditions.INSTANCE
            : new JoinedConditions(declared, List.copyOf(parts), numbering);
    Field field = new Joined(List.copyOf(parts), numbering, first.channels());
    return first.joined(numbering.trajectories(), field, conditions, attributes);
  }

  private static ConditionFields statics(TrajectorySet set) {
    return set.conditions().declared().statics();
  }

  private static ConditionFields forcings(TrajectorySet set) {
    return set.conditions().declared().forcings();
  }

  private static boolean shared(ConditionFields fields) {
    return fields.shared() && !fields.isEmpty();
  }

  private static float[] forcing(TrajectorySet set) {
    return set.conditions().forcings(0, 1, 0, set.steps());
  }

  private void requireAlike(Path file, TrajectorySet set) {
    require(file, "fields", first.fields(), set.fields());
    if (!first.grid().equals(set.grid())) {
      throw differs(file, first.grid().text(), set.grid().text());
    }
    require(file, "snapshots", first.steps(), set.steps());
    double start = Math.abs(first.times()[0] - set.times()[0]);
    if (Math.abs(first.dt() - set.dt()) > SAME_TIME * first.dt()
        || start > SAME_TIME * first.dt() * first.steps()) {
      throw differs(file, times(first), times(set));
    }
    SetConditions here = first.conditions().declared();
    SetConditions there = set.conditions().declared();
    require(file, "conditions", here.names(), there.names());
    require(file, "a phase for each trajectory:", here.phase(), there.phase());
    require(file, EQUATION, equation(first), equation(set));
  }

  private void require(Path file, String what, Object expected, Object found) {
    if (!expected.equals(found)) {
      throw differs(file, what + " " + expected, what + " " + found);
    }
  }

  private static String times(TrajectorySet set) {
    return "a snapshot every %s from %s on".formatted((float) set.dt(), (float) set.times()[0]);
  }

  private static Object equation(TrajectorySet set) {
    return set.attributes().getOrDefault(EQUATION, "unknown");
  }

  private UserError differs(Path file, String expected, String found) {
    String where = name.isEmpty() ? "" : " in '%s'".formatted(name);
    return new UserError(
        "%s: expected %s%s as in %s, found %s. The files of one set must be alike."
            .formatted(file, expected, where, firstFile, found));
  }

  /** One file's share, read through the pool. */
  private record Part(FilePool<TrajectoryFile> files, int file, String name)
      implements TrajectoryConditions {
    float[] read(long first, int count, int firstStep, int steps) {
      return files.with(file, f -> f.set(name).read(first, count, firstStep, steps));
    }

    @Override
    public SetConditions declared() {
      return files.with(file, f -> f.set(name).conditions().declared());
    }

    @Override
    public double[] parameters(long first, int count) {
      return files.with(file, f -> f.set(name).conditions().parameters(first, count));
    }

    @Override
    public double[] phases(long first, int count) {
      return files.with(file, f -> f.set(name).conditions().phases(first, count));
    }

    @Override
    public float[] statics(long first, int count) {
      return files.with(file, f -> f.set(name).conditions().statics(first, count));
    }

    @Override
    public float[] forcings(long first, int count, int firstStep, int steps) {
      return files.with(
          file, f -> f.set(name).conditions().forcings(first, count, firstStep, steps));
    }
  }

  /** The states of all parts, channels first. */
  private record Joined(List<Part> parts, Numbering numbering, int channels) implements Field {
    @Override
    public boolean channelsFirst() {
      return true;
    }

    @Override
    public void read(long firstTrajectory, int count, int firstStep, int steps, float[] to) {
      int size = to.length / Math.max(1, count);
      numbering.pieces(
          firstTrajectory,
          count,
          (part, first, n, before) -> {
            float[] block = parts.get(part).read(first, n, firstStep, steps);
            System.arraycopy(block, 0, to, before * size, block.length);
          });
    }
  }
}
