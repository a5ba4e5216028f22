package io.tfsno.report.ink;

import io.tfsno.data.file.DataFiles;
import java.nio.file.Path;

/** What can be written as one self-contained SVG. */
@FunctionalInterface
public interface Drawn {
  /** An {@code svg} element, which may stand in a file or in an HTML page. */
  String toSvg();

  /**
   * Writes the SVG as a whole or not at all, and makes the folders above it where they are missing.
   */
  default void write(Path file) {
    DataFiles.createFolderOf(file);
    DataFiles.replace(file, toSvg());
  }
}
