package io.tfsno.data;

import io.tfsno.base.UserError;
import io.tfsno.data.hdf5.Hdf5Group;
import io.tfsno.spectral.Axis;
import io.tfsno.spectral.Boundary;
import io.tfsno.spectral.Grid;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Boundaries as people and files write them: {@code periodic}, or {@code periodic, wall}. */
public final class Boundaries {
  static final String ATTRIBUTE = "boundary";
  public static final String STATE_IT =
      "State the boundary, periodic or wall, for all axes or one for each.";

  private Boundaries() {}

  /** One word for all axes, or one for each, separated by commas. */
  public static List<Boundary> parse(String text) {
    List<Boundary> all = new ArrayList<>();
    for (String word : text.split(",", -1)) {
      String name = word.strip().toUpperCase(Locale.ROOT);
      if (!name.equals("PERIODIC") && !name.equals("WALL")) {
        throw new UserError(
            "the boundary periodic or wall, for all axes or one for each",
            "'" + word.strip() + "'",
            "Use wall for anything that is not periodic.");
      }
      all.add(Boundary.valueOf(name));
    }
    return all;
  }

  /** Whether a file was refused because nobody says what is at the ends of its axes. */
  public static boolean notStated(UserError error) {
    return error.getMessage().endsWith(STATE_IT);
  }

  /** One word where it serves all axes, else one for each. */
  public static String text(Grid grid) {
    List<String> words =
        grid.axes().stream()
            .map(Axis::boundary)
            .map(boundary -> boundary.name().toLowerCase(Locale.ROOT))
            .toList();
    boolean one = Collections.frequency(words, words.get(0)) == words.size();
    return one ? words.get(0) : words.stream().collect(Collectors.joining(", "));
  }

  public static List<Boundary> perAxis(List<Boundary> given, int dimension) {
    if (given.size() == 1) {
      return Collections.nCopies(dimension, given.get(0));
    }
    if (given.size() != dimension) {
      throw new UserError(
          "1 boundary or %d, one for each axis".formatted(dimension),
          Integer.toString(given.size()),
          "Give one for each of the file's axes.");
    }
    return given;
  }

  /** What a file says, whose mistakes are told with its name. */
  static List<Boundary> written(Hdf5Group group, String text, int dimension) {
    try {
      return perAxis(parse(text), dimension);
    } catch (UserError e) {
      throw group.error(
          "an attribute '%s' with periodic or wall, for all axes or one for each of %d"
              .formatted(ATTRIBUTE, dimension),
          "'" + text + "'",
          "Correct the attribute, or state the boundary.");
    }
  }
}
