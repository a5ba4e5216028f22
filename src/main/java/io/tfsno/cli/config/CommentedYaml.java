package io.tfsno.cli.config;

import io.tfsno.cli.console.Json;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A configuration as YAML, one key per line, each with its comment. */
final class CommentedYaml {
  private static final int COLUMN = 32;

  /** A list of names that data gave, not of choices. */
  private static final String NAMES = "model.conditions";

  /** Words that YAML does not read as text. */
  private static final Set<String> MEANS_MORE = Set.of("null", "true", "false");

  private final Function<String, String> comments;
  private final StringBuilder out = new StringBuilder();

  /**
   * @param comments the comment of a key's path, such as {@code data.file}; null for none
   */
  CommentedYaml(Function<String, String> comments) {
    this.comments = comments;
  }

  String text(ObjectNode tree) {
    group(tree, "", "");
    return out.toString();
  }

  private void group(JsonNode tree, String path, String indent) {
    for (Map.Entry<String, JsonNode> e : tree.properties()) {
      String key = path + e.getKey();
      boolean group = e.getValue().isObject() && !e.getValue().isEmpty();
      line(indent + e.getKey() + ":" + (group ? "" : " " + value(key, e.getValue())), key);
      if (group) {
        group(e.getValue(), key + ".", indent + "  ");
      }
    }
  }

  private void line(String text, String key) {
    String comment = comments.apply(key);
    out.append(text);
    if (comment != null) {
      out.append(" ".repeat(Math.max(1, COLUMN - text.length()))).append("# ").append(comment);
    }
    out.append('\n');
  }

  /** Choices are enums, which configurations write in lower case; other texts stay as they are. */
  private static String value(String key, JsonNode value) {
    if (value.isString() && !value.stringValue().matches("[A-Z][A-Z0-9_]*")) {
      return quoted(value.stringValue());
    }
    if (key.equals(NAMES)) {
      return value
          .valueStream()
          .map(name -> quoted(name.stringValue()))
          .collect(Collectors.joining(", ", "[", "]"));
    }
    return value.isNumber() ? number(value) : Json.yaml(value);
  }

  private static String quoted(String text) {
    boolean plain = text.matches("[\\w./-]*[A-Za-z_/][\\w./-]*") && !MEANS_MORE.contains(text);
    return plain ? text : "'" + text.replace("'", "''") + "'";
  }

  private static String number(JsonNode value) {
    return value.toString().replace(".0E", "e").replace("E", "e");
  }
}
