package io.tfsno.cli.console;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Prints documents: JSON for programs, one line of YAML for people. */
public final class Json {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private Json() {}

  public static void print(PrintWriter out, Object document) {
    out.println(MAPPER.writeValueAsString(document));
    out.flush();
  }

  /** A record as it would stand in a configuration file, on one line; nothing of what is null. */
  public static String yaml(Object value) {
    return yaml(MAPPER.<JsonNode>valueToTree(value));
  }

  private static String yaml(JsonNode node) {
    if (node.isObject()) {
      return node.properties().stream()
          .filter(e -> !e.getValue().isNull())
          .map(e -> e.getKey() + ": " + yaml(e.getValue()))
          .collect(Collectors.joining(", ", "{", "}"));
    }
    if (node.isArray()) {
      return node.valueStream().map(Json::yaml).collect(Collectors.joining(", ", "[", "]"));
    }
    // Choices are enums, which configurations write in lower case.
    return node.isString() ? node.stringValue().toLowerCase(Locale.ROOT) : node.toString();
  }
}
