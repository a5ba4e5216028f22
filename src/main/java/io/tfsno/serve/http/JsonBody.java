package io.tfsno.serve.http;

import java.util.Arrays;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The document in a body as a tree whose long lists of numbers are arrays of floats, {@link
 * PackedNumbers}. A node for each number would take forty times the bytes that it was sent in, so
 * the number of other nodes is bounded too.
 */
public final class JsonBody {
  /** Lists up to here stay lists of nodes: wave numbers, say. */
  private static final int SHORT = 16;

  private static final int MOST_NODES = 100_000;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(16)
                  .maxNumberLength(100)
                  .maxStringLength(10_000)
                  .build())
          .build();

  private final JsonParser parser;
  private final JsonNodeFactory nodes = JsonNodeFactory.instance;
  private int made;

  private JsonBody(JsonParser parser) {
    this.parser = parser;
  }

  /** One whole document, or a {@link Refusal}. */
  public static JsonNode parse(byte[] body) {
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), body)) {
      if (parser.nextToken() == null) {
        throw new Refusal(400, "a JSON document", "nothing", "Send one.");
      }
      JsonNode tree = new JsonBody(parser).value();
      if (parser.nextToken() != null) {
        throw new Refusal(400, "one JSON document", "more after its end", "Send one.");
      }
      return tree;
    } catch (JacksonException e) {
      int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
      String reason = String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse("");
      throw new Refusal(
          400,
          "a JSON document",
          "an error near line %d: %s".formatted(line, Call.shown(reason)),
          "Correct it.");
    }
  }

  private JsonNode value() {
    count();
    return switch (parser.currentToken()) {
      case START_OBJECT -> object();
      case START_ARRAY -> array();
      case VALUE_STRING -> nodes.stringNode(parser.getString());
      case VALUE_TRUE, VALUE_FALSE -> nodes.booleanNode(parser.getBooleanValue());
      case VALUE_NULL -> nodes.nullNode();
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number();
      default -> throw new Refusal(400, "a JSON value", "another token", "Correct it.");
    };
  }

  private JsonNode number() {
    return switch (parser.getNumberType()) {
      case INT -> nodes.numberNode(parser.getIntValue());
      case LONG -> nodes.numberNode(parser.getLongValue());
      case BIG_INTEGER -> nodes.numberNode(parser.getBigIntegerValue());
      default -> nodes.numberNode(parser.getDoubleValue());
    };
  }

  private void count() {
    if (++made > MOST_NODES) {
      throw new Refusal(
          413,
          "at most %d values outside of lists of numbers".formatted(MOST_NODES),
          "more",
          "Send values instead of waves.");
    }
  }

  private ObjectNode object() {
    ObjectNode object = nodes.objectNode();
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String key = parser.currentName();
      parser.nextToken();
      object.set(key, value());
    }
    return object;
  }

  private JsonNode array() {
    ArrayNode array = nodes.arrayNode();
    boolean numbers = true;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      numbers &= parser.currentToken().isNumeric();
      if (numbers && array.size() == SHORT) {
        return packed(array);
      }
      array.add(value());
    }
    return array;
  }

  /** A list that has begun with these numbers, the current one being the next. */
  private PackedNumbers packed(ArrayNode start) {
    float[] values = new float[8 * SHORT];
    int size = 0;
    for (JsonNode number : start) {
      values[size++] = (float) number.doubleValue();
    }
    for (JsonToken token = parser.currentToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      if (!token.isNumeric()) {
        throw new Refusal(
            400, "a number", token.asString() + " at place " + size + " of a list", "Correct it.");
      }
      if (size == values.length) {
        values = Arrays.copyOf(values, size + (size >> 1));
      }
      values[size++] = (float) parser.getDoubleValue();
    }
    return new PackedNumbers(Arrays.copyOf(values, size));
  }
}
