package io.tfsno.data;

import io.tfsno.base.UserError;
import io.tfsno.data.hdf5.Hdf5Group;
import io.tfsno.spectral.Channel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The channels of a set as attributes: {@code field} with their names ("u, v"), and {@code units}
 * ("m/s, Pa") where one has a unit.
 */
final class Channels {
  private static final String NAMES = "field";
  private static final String UNITS = "units";

  private Channels() {}

  /** Named u, v or u0, u1, ... where the attribute is missing or of another number. */
  static List<Channel> read(Hdf5Group group, Map<String, Object> attributes, int count) {
    List<String> names = words(attributes.get(NAMES));
    if (names.size() != count) {
      names = Channel.unnamed(count).stream().map(Channel::name).toList();
    }
    List<String> units = words(attributes.get(UNITS));
    if (!units.isEmpty() && units.size() != count) {
      throw group.error(
          "an attribute '%s' with %d units, one for each channel".formatted(UNITS, count),
          units.size() + ": " + attributes.get(UNITS),
          "Correct the attribute; leave a unit empty where there is none.");
    }
    try {
      Channel.requireDifferent(names);
      List<Channel> channels = new ArrayList<>();
      for (int c = 0; c < count; c++) {
        channels.add(new Channel(names.get(c), units.isEmpty() ? "" : units.get(c)));
      }
      return channels;
    } catch (UserError e) {
      throw group.error(
          "an attribute '%s' with a different name for each channel".formatted(NAMES),
          String.join(", ", names),
          "Rename one of them.");
    }
  }

  /** The attributes that {@link #read} understands. */
  static Map<String, String> attributes(List<Channel> channels) {
    for (Channel channel : channels) {
      if (channel.name().contains(",") || channel.unit().contains(",")) {
        throw new UserError(
            "names and units of channels without commas",
            "'%s' in '%s'".formatted(channel.name(), channel.unit()),
            "Files separate them by commas: rename it.");
      }
    }
    Map<String, String> attributes = new LinkedHashMap<>();
    attributes.put(NAMES, joined(channels.stream().map(Channel::name).toList()));
    if (channels.stream().anyMatch(channel -> !channel.unit().isEmpty())) {
      attributes.put(UNITS, joined(channels.stream().map(Channel::unit).toList()));
    }
    return attributes;
  }

  private static String joined(List<String> words) {
    return words.stream().collect(Collectors.joining(", "));
  }

  private static List<String> words(Object attribute) {
    return attribute instanceof String text
        ? Arrays.stream(text.split(",", -1)).map(String::strip).toList()
        : List.of();
  }
}
