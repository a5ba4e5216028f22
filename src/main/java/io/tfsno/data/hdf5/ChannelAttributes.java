package io.tfsno.data.hdf5;

import io.tfsno.base.UserError;
import io.tfsno.spectral.Channel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Channels as two attributes of a group: one with their names ("u, v"), and one with their units
 * ("m/s, Pa") where one has a unit.
 *
 * @param names what the attribute with the names is called
 * @param units what the attribute with the units is called
 */
public record ChannelAttributes(String names, String units) {
  /** Of the fields of a set. */
  public static final ChannelAttributes FIELDS = new ChannelAttributes("field", "units");

  /** Whether the attributes name as many channels. */
  public boolean names(Map<String, Object> attributes, int count) {
    return words(attributes.get(names)).size() == count;
  }

  /** Named u, v or u0, u1, ... where the attribute is missing or of another number. */
  public List<Channel> read(Hdf5Group group, Map<String, Object> attributes, int count) {
    List<String> given = words(attributes.get(names));
    if (given.size() != count) {
      given = Channel.names(Channel.unnamed(count));
    }
    List<String> measured = words(attributes.get(units));
    if (!measured.isEmpty() && measured.size() != count) {
      throw group.error(
          "an attribute '%s' with %d units, one for each channel".formatted(units, count),
          measured.size() + ": " + attributes.get(units),
          "Correct the attribute; leave a unit empty where there is none.");
    }
    try {
      Channel.requireDifferent(given);
      List<Channel> channels = new ArrayList<>();
      for (int c = 0; c < count; c++) {
        channels.add(new Channel(given.get(c), measured.isEmpty() ? "" : measured.get(c)));
      }
      return channels;
    } catch (UserError e) {
      throw group.error(
          "an attribute '%s' with a different name for each channel".formatted(names),
          String.join(", ", given),
          "Rename one of them.");
    }
  }

  /** The attributes that {@link #read} understands. */
  public Map<String, String> of(List<Channel> channels) {
    for (Channel channel : channels) {
      if (channel.name().contains(",") || channel.unit().contains(",")) {
        throw new UserError(
            "names and units of channels without commas",
            "'%s' in '%s'".formatted(channel.name(), channel.unit()),
            "Files separate them by commas: rename it.");
      }
    }
    Map<String, String> attributes = new LinkedHashMap<>();
    attributes.put(names, joined(Channel.names(channels)));
    if (channels.stream().anyMatch(channel -> !channel.unit().isEmpty())) {
      attributes.put(units, joined(channels.stream().map(Channel::unit).toList()));
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
