package io.tfsno.cli.config;

import io.tfsno.cli.console.Json;
import java.util.Map;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A configuration as YAML, one key per line, with what is known of a key next to it. */
final class CommentedYaml {
  private static final int COLUMN = 32;

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
      line(indent + e.getKey() + ":" + (group ? "" : " " + value(e.getValue())), key);
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
  private static String value(JsonNode value) {
    if (value.isString() && !value.stringValue().matches("[A-Z][A-Z0-9_]*")) {
      String text = value.stringValue();
      return text.matches("[\\w./-]+") ? text : "'" + text.replace("'", "''") + "'";
    }
    return value.isNumber() ? number(value) : Json.yaml(value);
  }

  private static String number(JsonNode value) {
    return value.toString().replace(".0E", "e").replace("E", "e");
  }
}
