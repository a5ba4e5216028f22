package io.tfsno.report.ink;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What can be written as one self-contained SVG. */
@FunctionalInterface
public interface Drawn {
  /** An {@code svg} element, which may stand in a file or in an HTML page. */
  String toSvg();

  /** Writes the SVG, in UTF-8, and makes the folders above it where they are missing. */
  default void write(Path file) {
    try {
      Path folder = file.toAbsolutePath().getParent();
      if (folder != null) {
        Files.createDirectories(folder);
      }
      Files.writeString(file, toSvg(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the figure " + file, e);
    }
  }
}
