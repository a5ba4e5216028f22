package io.tfsno.data;

import io.tfsno.data.hdf5.Hdf5Group;
import io.tfsno.spectral.Grid;
import java.util.Map;

/**
 * The version of our own layout, stored in the files. Version 1 is a periodic box of one length in
 * one or two dimensions; version 2 adds lengths per axis, walls and a third dimension. A file gets
 * the lowest version that can say what it holds, so that older programs read what they understand.
 */
final class FormatVersion {
  static final String ATTRIBUTE = "format_version";
  private static final long NEWEST = 2;

  private FormatVersion() {}

  static long of(Grid grid) {
    boolean oneLength = grid.lengthDocument() instanceof Double;
    return oneLength && grid.periodic() && grid.dimension() < 3 ? 1 : NEWEST;
  }

  static void requireKnown(Hdf5Group group, Map<String, Object> attributes) {
    if (attributes.get(ATTRIBUTE) instanceof Number version && version.longValue() > NEWEST) {
      Object generator = attributes.get("generator");
      throw group.error(
          "a file of format version 1 to " + NEWEST,
          "version " + version,
          "Read it with %s or a later version."
              .formatted(generator == null ? "the tfsno that wrote it" : generator));
    }
  }
}
