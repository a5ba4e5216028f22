package io.tfsno.data;

import io.tfsno.base.Names;
import io.tfsno.base.UserError;
import io.tfsno.data.file.DataFiles;
import io.tfsno.data.hdf5.Hdf5Group;
import io.tfsno.data.hdf5.Hdf5Input;
import io.tfsno.spectral.Boundary;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * An HDF5 file of trajectories, open for reading: one of our own or one of PDEBench. The file holds
 * one set at its root, or several in groups such as {@code train} and {@code test}.
 */
public final class TrajectoryFile implements AutoCloseable {
  private final Hdf5Input input;
  private final Map<String, TrajectorySet> sets;

  private TrajectoryFile(Hdf5Input input, Map<String, TrajectorySet> sets) {
    this.input = input;
    this.sets = sets;
  }

  /** Opens a file and reads what its sets are, but none of their numbers. */
  public static TrajectoryFile open(Path file) {
    return open(file, List.of());
  }

  /**
   * Opens a file whose boundaries are known better than it says.
   *
   * @param stated one for all axes or one for each; empty if the file has to say
   */
  public static TrajectoryFile open(Path file, List<Boundary> stated) {
    Hdf5Input input = Hdf5Input.open(file);
    try {
      return new TrajectoryFile(input, input.guarded(() -> sets(input, stated)));
    } catch (UserError e) {
      input.close();
      throw e;
    }
  }

  /** The names of the sets: {@code ""} alone for a set at the root; {@code train} comes first. */
  public List<String> groups() {
    return List.copyOf(sets.keySet());
  }

  /** The set of this name where the file has it, else its first set. */
  public TrajectorySet setOrFirst(String name) {
    return set(groups().contains(name) ? name : groups().get(0));
  }

  /** The set of this name; {@code ""} is the one at the root. */
  public TrajectorySet set(String name) {
    TrajectorySet set = sets.get(name);
    if (set != null) {
      return set;
    }
    if (sets.containsKey("")) {
      throw DataFiles.error(
          input.file(), "a set '" + name + "'", "one set without a name", "Leave the name out.");
    }
    if (name.isEmpty()) {
      throw DataFiles.error(
          input.file(), "a set without a name", String.join(", ", groups()), "Name one of them.");
    }
    throw new UserError(input.file() + ": " + Names.unknown("set", name, groups()).getMessage());
  }

  @Override
  public void close() {
    input.close();
  }

  private static Map<String, TrajectorySet> sets(Hdf5Input input, List<Boundary> stated) {
    Hdf5Group root = input.root();
    String file = input.file().getFileName().toString();
    Map<String, Object> attributes = root.attributes();
    Optional<LayoutReader> whole = reader(root);
    if (whole.isPresent()) {
      SetSource source = new SetSource(root, file, attributes, stated, List.of());
      return Collections.singletonMap("", whole.get().read(source));
    }
    Map<String, TrajectorySet> sets = new LinkedHashMap<>();
    List<String> names = new ArrayList<>(root.groupNames());
    names.sort(Comparator.comparing(n -> !n.equals("train"))); // stable: the rest stays sorted
    for (String name : names) {
      Hdf5Group group = root.group(name);
      Optional<LayoutReader> part = reader(group);
      if (part.isPresent()) {
        Map<String, Object> merged = new TreeMap<>(attributes);
        merged.putAll(group.attributes());
        SetSource source = new SetSource(group, file, merged, stated, root.datasetNames());
        sets.put(name, part.get().read(source));
      }
    }
    if (sets.isEmpty()) {
      throw root.error(
          "trajectories ('tensor', 'density', 'velocity', or groups of digits with 'data')",
          root.contents(),
          "Check that it is a trajectory file of tfsno or PDEBench.");
    }
    return sets;
  }

  private static Optional<LayoutReader> reader(Hdf5Group group) {
    return LayoutReader.ALL.stream().filter(reader -> reader.matches(group)).findFirst();
  }
}
