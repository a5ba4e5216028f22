package io.tfsno.base;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/** What differs between two configurations, key by key. */
public final class ConfigDifferences {
  private static final int MOST_TOLD = 8;

  private ConfigDifferences() {}

  /** One text for each key, such as {@code training.epochs: 20, before 10}. */
  public static List<String> between(JsonNode before, JsonNode now) {
    List<String> found = new ArrayList<>();
    compare("", before, now, found);
    return found;
  }

  /** The first few of them, for a message of one line. */
  public static String told(List<String> differences) {
    int more = differences.size() - MOST_TOLD;
    String first =
        String.join("; ", differences.subList(0, Math.min(MOST_TOLD, differences.size())));
    return more > 0 ? first + "; and " + more + " more" : first;
  }

  private static void compare(String path, JsonNode before, JsonNode now, List<String> found) {
    if (before instanceof ObjectNode a && now instanceof ObjectNode b) {
      Set<String> keys = new LinkedHashSet<>(a.propertyNames());
      keys.addAll(b.propertyNames());
      for (String key : keys) {
        String inner = path.isEmpty() ? key : path + "." + key;
        compare(inner, value(a, key), value(b, key), found);
      }
    } else if (!before.equals(now)) {
      found.add("%s: %s, before %s".formatted(path, shown(now), shown(before)));
    }
  }

  /** What is null says as little as what is not there. */
  private static JsonNode value(ObjectNode group, String key) {
    JsonNode value = group.path(key);
    return value.isNull() ? MissingNode.getInstance() : value;
  }

  private static String shown(JsonNode value) {
    return value.isMissingNode() ? "nothing" : YamlText.shortened(value.toString());
  }
}
