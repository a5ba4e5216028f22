package io.tfsno.data.importing;

import io.tfsno.base.BuildInfo;
import io.tfsno.base.UserError;
import io.tfsno.data.Boundaries;
import io.tfsno.data.FlatSet;
import io.tfsno.data.SplitRule;
import io.tfsno.data.Splits;
import io.tfsno.data.condition.ConditionFields;
import io.tfsno.data.condition.SetConditions;
import io.tfsno.data.file.FloatType;
import io.tfsno.data.importing.field.AxisMap;
import io.tfsno.data.importing.field.Fields;
import io.tfsno.data.importing.field.Role;
import io.tfsno.spectral.Boundary;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;

/** What an import will write: the sets, and the way of every number into them. */
public final class ImportPlan {
  private static final int NAMED_FILES = 8;

  private final ImportSource source;
  private final Contents contents;
  private final ImportOptions options;
  private final Map<Role, AxisMap> maps = new EnumMap<>(Role.class);
  private final Map<String, Object> attributes = new TreeMap<>();
  private final Grid stored;
  private final Points points;
  private final double interval;
  private final int steps;

  public ImportPlan(ImportSource source) {
    this.source = source;
    this.contents = source.contents();
    this.options = source.options();
    long[] extent = contents.states().extent();
    int given = Math.toIntExact(extent[Role.T.place()]);
    if (given < 2) {
      throw new UserError(
          "a time series of at least 2 snapshots", given + " snapshot", "Use other data.");
    }
    EvenAxis time = EvenAxis.time(contents.coordinates().get(Role.T), given, options);
    strided(time, given);
    steps = maps.containsKey(Role.T) ? maps.get(Role.T).length() : given;
    interval = time.spacing() * options.stride();
    if (steps < 2) {
      throw new UserError(
          "a stride that leaves at least 2 of %d snapshots".formatted(given),
          Integer.toString(options.stride()),
          "Use a smaller one.");
    }
    stored = grid(extent);
    points =
        options.resolution().isEmpty()
            ? stored.points()
            : stored.points().asked(options.resolution());
    origin("t", time.origin(), contents.coordinates().get(Role.T), "time_unit");
    attributes.putAll(contents.attributes());
    attributes.put("generator", "tfsno " + BuildInfo.version());
    attributes.put("source", names());
    attributes.put("source_checksum", SourceSum.of(source.files()));
    if (!options.text().isEmpty()) {
      attributes.put("import", options.text());
    }
  }

  private void strided(EvenAxis time, int given) {
    if (time.map() != null || options.stride() > 1) {
      int[] all = new int[given];
      Arrays.setAll(all, i -> i);
      AxisMap map = time.map() == null ? AxisMap.choice(all) : time.map();
      maps.put(Role.T, map.every(options.stride()));
    }
  }

  private Grid grid(long[] extent) {
    int dimension = contents.dimension();
    List<Boundary> boundaries = boundaries(dimension);
    List<Double> lengths = options.lengths();
    if (lengths.size() > 1 && lengths.size() != dimension) {
      throw new UserError(
          "1 length of the box or %d, one for each axis".formatted(dimension),
          lengths.toString(),
          "Correct the lengths.");
    }
    int[] counts = new int[dimension];
    double[] boxes = new double[dimension];
    for (int i = 0; i < dimension; i++) {
      Role role = Role.SPACE.get(i);
      String name = role.name().toLowerCase(Locale.ROOT);
      Double length = lengths.isEmpty() ? null : lengths.get(lengths.size() == 1 ? 0 : i);
      counts[i] = Math.toIntExact(extent[role.place()]);
      Contents.Coordinate at = contents.coordinates().get(role);
      boolean periodic = boundaries.get(i) == Boundary.PERIODIC;
      EvenAxis axis = EvenAxis.space(name, at, counts[i], length, periodic, options);
      boxes[i] = length != null ? length : axis.length(counts[i]);
      if (axis.map() != null) {
        maps.put(role, axis.map());
      }
      origin(name, axis.origin(), at, "length_unit");
    }
    return Grid.of(Points.of(counts), boxes, boundaries.toArray(Boundary[]::new));
  }

  private List<Boundary> boundaries(int dimension) {
    if (!options.boundaries().isEmpty()) {
      return Boundaries.perAxis(options.boundaries(), dimension);
    }
    if (contents.boundaries().isEmpty()) {
      throw new UserError(
          "to know whether the fields are periodic",
          "nothing about it in '" + contents.name() + "'",
          Need.BOUNDARY.sentence());
    }
    return contents.boundaries();
  }

  /** Our coordinates begin at 0; where they began in the file is kept as an attribute. */
  private void origin(String axis, double origin, Contents.Coordinate given, String unit) {
    if (origin != 0) {
      attributes.put("origin_" + axis, origin);
    }
    if (given != null && !given.unit().isEmpty()) {
      attributes.put(unit, given.unit());
    }
  }

  private String names() {
    List<String> names =
        source.files().stream().map(file -> file.getFileName().toString()).toList();
    return names.size() <= NAMED_FILES
        ? String.join(", ", names)
        : String.join(", ", names.subList(0, NAMED_FILES))
            + " and %d more".formatted(names.size() - NAMED_FILES);
  }

  /** Which trajectories of the source go into each group, in order. */
  Map<String, long[]> groups() {
    long all = contents.trajectories();
    Map<String, long[]> groups = new LinkedHashMap<>();
    if (options.split() == null) {
      groups.put("", LongStream.range(0, all).toArray());
      return groups;
    }
    SplitRule.Parts parts = options.split().divide(all);
    groups.put(Splits.TRAIN, parts.train());
    groups.put(Splits.VALID, parts.valid());
    groups.put(Splits.TEST, parts.test());
    groups.values().removeIf(chosen -> chosen.length == 0);
    return groups;
  }

  /** The sets that will be written. */
  public List<FlatSet> sets() {
    List<FlatSet> sets = new ArrayList<>();
    groups()
        .forEach(
            (group, chosen) ->
                sets.add(
                    new FlatSet(
                        group,
                        FloatType.FLOAT32,
                        chosen.length,
                        steps,
                        contents.states().channels(),
                        stored.with(points),
                        interval,
                        attributes,
                        conditions())));
    return sets;
  }

  private SetConditions conditions() {
    return new SetConditions(
        contents.parameters().names(),
        condition(contents.statics()),
        condition(contents.forcing()),
        !source.phase().isEmpty());
  }

  private ConditionFields condition(Fields fields) {
    return fields == null
        ? ConditionFields.NONE
        : new ConditionFields(fields.channels(), shared(fields));
  }

  private static boolean shared(Fields fields) {
    return fields.extent()[0] == 1;
  }

  List<Transfer> transfers() {
    List<Transfer> all = new ArrayList<>();
    all.add(new Transfer("tensor", contents.states(), maps, stored, points));
    if (contents.statics() != null) {
      Map<Role, AxisMap> spatial = new EnumMap<>(maps);
      spatial.remove(Role.T);
      all.add(new Transfer(SetConditions.STATIC, contents.statics(), spatial, stored, points));
    }
    if (contents.forcing() != null) {
      all.add(new Transfer(SetConditions.FORCING, contents.forcing(), maps, stored, points));
    }
    return all;
  }

  ImportSource source() {
    return source;
  }

  /** The names of arrays that are not imported. */
  public List<String> unused() {
    return contents.unused();
  }

  /** The time of a snapshot of the source. */
  double time(long step) {
    Contents.Coordinate at = contents.coordinates().get(Role.T);
    return at != null ? at.values()[(int) step] : step * interval / options.stride();
  }
}
