package io.tfsno.data.parts;

import io.tfsno.base.UserError;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The files that the path of a data set stands for.
 *
 * <pre>
 *   data/e1.h5               one file
 *   data/part-*.h5           those that match, part-2 before part-10; ? is one character
 *   runs/*&#47;states.h5         of several folders
 *   {a.h5,more/b-*.h5}       each of a list, in its order
 * </pre>
 *
 * A file whose name holds such characters is itself. A list of paths in a configuration becomes the
 * last form, so that a set has one name wherever it is named.
 */
public final class SetFiles {
  private static final Pattern WILD = Pattern.compile("[*?{]");
  private static final String BETWEEN = ",";

  private SetFiles() {}

  /** All of them, in the order in which their trajectories are numbered; never none. */
  public static List<Path> of(Path set) {
    if (isOne(set)) {
      return List.of(set);
    }
    List<Path> files = new ArrayList<>();
    for (String each : alternatives(set.toString())) {
      List<Path> found = matching(Path.of(each));
      if (found.isEmpty()) {
        throw new UserError(
            each + ": expected one or more files of that name, found none. Check the pattern.");
      }
      files.addAll(found);
    }
    requireDifferent(set, files);
    return files;
  }

  /** Whether there is at least one such file, for each alternative. */
  public static boolean exist(Path set) {
    return isOne(set)
        ? Files.exists(set)
        : alternatives(set.toString()).stream().noneMatch(s -> matching(Path.of(s)).isEmpty());
  }

  /** The one path that stands for these paths and patterns. */
  public static String together(List<String> paths) {
    if (paths.size() == 1) {
      return paths.get(0);
    }
    long absolute = paths.stream().filter(path -> Path.of(path).isAbsolute()).count();
    String commas = paths.stream().filter(p -> p.contains(BETWEEN)).findFirst().orElse(null);
    if (paths.isEmpty() || (absolute != 0 && absolute != paths.size()) || commas != null) {
      throw new UserError(
          "a list of files that are all relative or all absolute, without commas in their names",
          paths.toString(),
          "Correct the list.");
    }
    String root = absolute == 0 ? "" : File.separator;
    return paths.stream()
        .map(path -> path.substring(root.length()))
        .collect(Collectors.joining(BETWEEN, root + "{", "}"));
  }

  /** The last part of the path, as runs and reports name a data set. */
  public static String name(Path set) {
    String path = set.toString();
    int brace = path.indexOf('{');
    int end = brace < 0 || isOne(set) ? path.length() : brace;
    return path.substring(path.lastIndexOf(File.separatorChar, end) + 1);
  }

  private static boolean isOne(Path set) {
    return !WILD.matcher(set.toString()).find() || Files.exists(set);
  }

  /** What a path with one list in braces stands for. */
  private static List<String> alternatives(String path) {
    int from = path.indexOf('{');
    int to = path.lastIndexOf('}');
    if (from < 0 || to < from) {
      return List.of(path);
    }
    List<String> all = new ArrayList<>();
    for (String each : path.substring(from + 1, to).split(BETWEEN, -1)) {
      all.add(path.substring(0, from) + each + path.substring(to + 1));
    }
    return all;
  }

  private static List<Path> matching(Path pattern) {
    Path start = pattern.isAbsolute() ? pattern.getRoot() : Path.of("");
    List<Path> found = List.of(start);
    for (Path name : pattern) {
      List<Path> next = new ArrayList<>();
      for (Path folder : found) {
        next.addAll(inside(folder, name.toString()));
      }
      found = next;
    }
    return found;
  }

  private static List<Path> inside(Path folder, String name) {
    if (!WILD.matcher(name).find()) {
      Path one = folder.resolve(name);
      return Files.exists(one) ? List.of(one) : List.of();
    }
    Path there = folder.toString().isEmpty() ? Path.of(".") : folder;
    if (!Files.isDirectory(there)) {
      return List.of();
    }
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(there, name)) {
      all.forEach(path -> found.add(folder.resolve(path.getFileName())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Collections.sort(found, (a, b) -> NaturalOrder.compare(a.toString(), b.toString()));
    return found;
  }

  private static void requireDifferent(Path set, List<Path> files) {
    Set<Path> seen = new HashSet<>();
    for (Path file : files) {
      if (!seen.add(file.toAbsolutePath().normalize())) {
        throw new UserError(
            "%s: expected each file once, found %s twice. Correct the pattern."
                .formatted(set, file));
      }
    }
  }
}
