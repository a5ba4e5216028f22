package io.tfsno.data.importing;

import io.tfsno.base.UserError;
import io.tfsno.data.file.Shapes;
import io.tfsno.data.importing.field.Role;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What the axes of an array stand for, as a user writes it: {@code N,T,X,Y}, or with lengths {@code
 * N=100,T=51,X=64} for an array that was saved flat.
 *
 * @param lengths empty if none were given
 */
public record AxesText(List<Role> roles, List<Long> lengths) {
  public AxesText {
    roles = List.copyOf(roles);
    lengths = List.copyOf(lengths);
    if (!roles.contains(Role.T) || !roles.contains(Role.X)) {
      throw error("the axes T and X at least, any order", text(roles), "Add what is missing.");
    }
    if (roles.contains(Role.Z) && !roles.contains(Role.Y)) {
      throw error("an axis Y where there is Z", text(roles), "Call the second one Y.");
    }
  }

  public static AxesText parse(String text) {
    List<Role> roles = new ArrayList<>();
    List<Long> lengths = new ArrayList<>();
    String[] words = text.split(",", -1);
    for (String word : words) {
      String[] parts = word.strip().split("=", 2);
      String name = parts[0].strip().toUpperCase(Locale.ROOT);
      if (name.length() != 1 || "NTXYZC".indexOf(name.charAt(0)) < 0) {
        throw error(
            "axes N (trajectory), T (time), X, Y, Z and C (channel), separated by commas",
            "'" + word.strip() + "'",
            "Write, for example, N,T,X,Y.");
      }
      roles.add(Role.valueOf(name));
      if (parts.length == 2) {
        lengths.add(length(word, parts[1]));
      }
    }
    if (new HashSet<>(roles).size() != roles.size()) {
      throw error("each axis once", text, "Remove one of the two.");
    }
    if (!lengths.isEmpty() && lengths.size() != roles.size()) {
      throw error("a length for each axis or for none", text, "Complete the lengths.");
    }
    return new AxesText(roles, lengths);
  }

  private static long length(String word, String text) {
    try {
      long length = Long.parseLong(text.strip());
      if (length > 0) {
        return length;
      }
    } catch (NumberFormatException e) {
      // Told below, together with numbers that are not positive.
    }
    throw error("a length of at least 1", "'" + word.strip() + "'", "Write, for example, T=51.");
  }

  /** The shape that an array has with these axes; an error if they are not its own. */
  long[] shapeOf(String name, long[] shape) {
    long[] wanted =
        lengths.isEmpty() ? shape : lengths.stream().mapToLong(Long::longValue).toArray();
    boolean flat = shape.length == 1 && !lengths.isEmpty();
    if (flat && Shapes.size(wanted) != shape[0]) {
      throw error(
          "axes that multiply to the %d numbers of '%s'".formatted(shape[0], name),
          "%s, which make %d".formatted(text(), Shapes.size(wanted)),
          "Correct the lengths.");
    }
    if (!flat && (roles.size() != shape.length || !Arrays.equals(wanted, shape))) {
      throw error(
          "%d axes for the array '%s' of shape %s"
              .formatted(shape.length, name, Shapes.text(shape)),
          "%s".formatted(text()),
          Need.AXES.sentence());
    }
    return wanted;
  }

  String text() {
    return lengths.isEmpty()
        ? text(roles)
        : IntStream.range(0, roles.size())
            .mapToObj(i -> roles.get(i) + "=" + lengths.get(i))
            .collect(Collectors.joining(","));
  }

  static String text(List<Role> roles) {
    return roles.stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  private static UserError error(String expected, String found, String next) {
    return new UserError(expected, found, next);
  }
}
