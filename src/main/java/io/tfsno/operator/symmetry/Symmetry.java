package io.tfsno.operator.symmetry;

import io.tfsno.base.UserError;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Something that can be done to a solution so that it stays one: axes are mirrored and fields
 * change their sign. Written {@code x -> -x, u -> -u}. Done twice it does nothing.
 *
 * @param reversed names of axes and fields
 */
public record Symmetry(SortedSet<String> reversed) {
  static final Symmetry IDENTITY = new Symmetry(new TreeSet<>());

  private static final Pattern PART = Pattern.compile("\\s*(\\S+)\\s*->\\s*-\\s*(\\S+)\\s*");

  public static Symmetry of(String text) {
    SortedSet<String> names = new TreeSet<>();
    for (String part : text.split(",", -1)) {
      Matcher match = PART.matcher(part);
      if (!match.matches()
          || !match.group(1).equals(match.group(2))
          || !names.add(match.group(1))) {
        throw new UserError(
            "a symmetry such as 'u -> -u' or 'x -> -x, u -> -u' in model.symmetry",
            "'" + text + "'",
            "Name each axis and each field that is reversed once.");
      }
    }
    return new Symmetry(names);
  }

  boolean reverses(String name) {
    return reversed.contains(name);
  }

  /** Both, one after the other. */
  private Symmetry and(Symmetry other) {
    SortedSet<String> names = new TreeSet<>(reversed);
    for (String name : other.reversed) {
      if (!names.remove(name)) {
        names.add(name);
      }
    }
    return new Symmetry(names);
  }

  /** Everything that some of these do together, nothing at all first. */
  static List<Symmetry> group(List<Symmetry> some) {
    List<Symmetry> group = new ArrayList<>(List.of(IDENTITY));
    for (Symmetry one : some) {
      for (Symmetry known : List.copyOf(group)) {
        Symmetry both = known.and(one);
        if (!group.contains(both)) {
          group.add(both);
        }
      }
    }
    return group;
  }
}
