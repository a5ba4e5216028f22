package io.tfsno.spectral;

import io.tfsno.base.UserError;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * One component of a field.
 *
 * @param unit as text; empty where none is known
 */
public record Channel(String name, String unit) {
  public Channel {
    if (name == null || name.isBlank()) {
      throw new UserError("a name for every channel", "none", "Call it u, v or what it is.");
    }
    unit = unit == null ? "" : unit;
  }

  public Channel(String name) {
    this(name, "");
  }

  /** Channels of these names, which must differ. */
  public static List<Channel> named(List<String> names) {
    requireDifferent(names);
    return names.stream().map(Channel::new).toList();
  }

  public static List<String> names(List<Channel> channels) {
    return channels.stream().map(Channel::name).toList();
  }

  /** u, or u and v, or u0, u1, ... where nobody named them. */
  public static List<Channel> unnamed(int count) {
    List<String> names = new ArrayList<>();
    for (int c = 0; c < count; c++) {
      names.add(count == 1 ? "u" : count == 2 ? List.of("u", "v").get(c) : "u" + c);
    }
    return named(names);
  }

  public static void requireDifferent(List<String> names) {
    if (new HashSet<>(names).size() != names.size()) {
      throw new UserError(
          "channels with different names", String.join(", ", names), "Rename one of them.");
    }
  }
}
