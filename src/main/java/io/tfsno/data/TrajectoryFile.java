package io.tfsno.data;

import io.tfsno.base.Names;
import io.tfsno.base.UserError;
import io.tfsno.data.file.DataFiles;
import io.tfsno.data.hdf5.Hdf5Group;
import io.tfsno.data.hdf5.Hdf5Input;
import io.tfsno.data.parts.FilePool;
import io.tfsno.data.parts.SetFiles;
import io.tfsno.spectral.Boundary;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
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
 *
 * <p>A path may stand for many files, see {@link SetFiles}. They are opened as one: their sets of
 * one name become one set.
 */
public final class TrajectoryFile implements AutoCloseable {
  /** Fewer than a process may usually have open, 1024. */
  private static final int MOST_OPEN = 512;

  private final Path file;
  private final Runnable closing;
  private final Map<String, TrajectorySet> sets;

  private TrajectoryFile(Path file, Runnable closing, Map<String, TrajectorySet> sets) {
    this.file = file;
    this.closing = closing;
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
    List<Path> files = SetFiles.of(file);
    return files.size() == 1 ? one(files.get(0), stated) : joined(file, files, stated);
  }

  private static TrajectoryFile one(Path file, List<Boundary> stated) {
    Hdf5Input input = Hdf5Input.open(file);
    try {
      return new TrajectoryFile(file, input::close, input.guarded(() -> sets(input, stated)));
    } catch (UserError e) {
      input.close();
      throw e;
    }
  }

  private static TrajectoryFile joined(Path set, List<Path> files, List<Boundary> stated) {
    FilePool<TrajectoryFile> pool =
        new FilePool<>(files, file -> one(file, stated), Math.min(MOST_OPEN, files.size()));
    Map<String, JoinedSet> parts = new LinkedHashMap<>();
    try {
      for (int i = 0; i < files.size(); i++) {
        int file = i;
        pool.with(file, opened -> opened.addTo(parts, pool, file));
      }
    } catch (UserError e) {
      pool.close();
      throw e;
    }
    Map<String, TrajectorySet> sets = new LinkedHashMap<>();
    inOrder(parts.keySet()).forEach(name -> sets.put(name, parts.get(name).set()));
    return new TrajectoryFile(set, pool::close, sets);
  }

  private TrajectoryFile addTo(
      Map<String, JoinedSet> parts, FilePool<TrajectoryFile> pool, int number) {
    if (!parts.isEmpty() && parts.containsKey("") != sets.containsKey("")) {
      throw DataFiles.error(
          file,
          "sets with names in all files or in none, as in " + pool.path(0),
          "others",
          "The files of one set must be alike.");
    }
    sets.forEach(
        (name, set) ->
            parts.computeIfAbsent(name, n -> new JoinedSet(pool, n, number, set)).add(number, set));
    return this;
  }

  /** Whether an HDF5 file holds trajectories in a layout that is read as it is. */
  public static boolean recognises(Hdf5Group root) {
    return reader(root).isPresent()
        || root.groupNames().stream().anyMatch(name -> reader(root.group(name)).isPresent());
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
          file, "a set '" + name + "'", "one set without a name", "Leave the name out.");
    }
    if (name.isEmpty()) {
      throw DataFiles.error(
          file, "a set without a name", String.join(", ", groups()), "Name one of them.");
    }
    throw new UserError(file + ": " + Names.unknown("set", name, groups()).getMessage());
  }

  @Override
  public void close() {
    closing.run();
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
    for (String name : inOrder(root.groupNames())) {
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

  private static List<String> inOrder(Collection<String> names) {
    List<String> ordered = new ArrayList<>(names);
    ordered.sort(Comparator.comparing(n -> !n.equals("train"))); // stable: the rest stays sorted
    return ordered;
  }

  private static Optional<LayoutReader> reader(Hdf5Group group) {
    return LayoutReader.ALL.stream().filter(reader -> reader.matches(group)).findFirst();
  }
}
