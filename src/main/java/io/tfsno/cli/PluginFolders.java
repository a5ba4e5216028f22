package io.tfsno.cli;

import io.tfsno.base.UserError;
import io.tfsno.base.plugin.PluginJar;
import io.tfsno.base.plugin.Plugins;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Where plug-ins are looked for: in the folder next to the program, and where the user says. */
final class PluginFolders {
  static final String CLASSPATH = "--classpath";
  private static final String FOLDER = "plugins";

  private PluginFolders() {}

  /**
   * The jars of the program's folder by name, then those given.
   *
   * @param classpath paths with colons between them; null for none
   * @param home the program's folder; null where a launcher has not told it
   */
  static List<Path> jars(String classpath, String home) {
    List<Path> jars = new ArrayList<>();
    Path folder = Path.of(home == null ? "" : home, FOLDER);
    if (home != null && Files.isDirectory(folder)) {
      jars.addAll(inside(folder));
    }
    if (classpath != null) {
      Stream.of(classpath.split(File.pathSeparator, -1))
          .map(PluginFolders::named)
          .forEach(jars::add);
    }
    return jars;
  }

  private static Path named(String word) {
    if (word.isBlank()) {
      throw new UserError(
          "%s JAR[%sJAR]".formatted(CLASSPATH, File.pathSeparator),
          "an empty name between its separators",
          "Name the jars.");
    }
    return Path.of(word);
  }

  private static List<Path> inside(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    } catch (IOException e) {
      throw new UserError("the folder %s cannot be read: %s.".formatted(folder, e.getMessage()), e);
    }
  }

  /** Arguments that give a child process the plug-ins of this one. */
  static List<String> passedOn() {
    return Plugins.jars().isEmpty()
        ? List.of()
        : List.of(
            CLASSPATH,
            Plugins.jars().stream()
                .map(PluginJar::file)
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator)));
  }
}
