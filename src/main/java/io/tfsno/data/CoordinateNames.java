package io.tfsno.data;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The names of the data sets with a set's spatial coordinates. */
final class CoordinateNames {
  private static final List<String> AXES = List.of("x", "y", "z");

  private CoordinateNames() {}

  /** {@code x}, then {@code y} and {@code z} where they are there, each with the ending. */
  static List<String> of(SetSource source, String ending) {
    List<String> names = new ArrayList<>();
    for (String axis : AXES) {
      if (!names.isEmpty() && !source.has(axis + ending)) {
        break;
      }
      names.add(axis + ending);
    }
    return names;
  }

  /** The first of them, up to a number. */
  static List<String> of(int dimension, String ending) {
    return AXES.subList(0, dimension).stream().map(axis -> axis + ending).toList();
  }

  /** Where they end, for messages. */
  static String end(List<String> names, String ending) {
    boolean all = names.size() == AXES.size();
    return all
        ? " with a '%s'".formatted(names.get(names.size() - 1))
        : " with no '%s%s'".formatted(AXES.get(names.size()), ending);
  }

  /** The bare names of axes: {@code x, y}. */
  static String axes(List<String> names) {
    return names.stream().map(name -> name.substring(0, 1)).collect(Collectors.joining(", "));
  }
}
