package io.tfsno.base;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLParser;
import tools.jackson.dataformat.yaml.YAMLReadFeature;
import tools.jackson.dataformat.yaml.YAMLSchema;

/**
 * YAML as configurations need it: one document of bounded size and depth. What the parser would
 * pass over in silence is an error here: a key given twice (the last would win), an alias (its bare
 * name would be read as a text) and a second document.
 */
final class YamlText {
  private static final int MAX_BYTES = 1 << 20;
  private static final int MAX_DEPTH = 64;
  private static final int MAX_DIGITS = 1000;
  private static final YAMLMapper MAPPER =
      new YAMLMapper(
          YAMLFactory.builder()
              .yamlSchema(YAMLSchema.CORE)
              .disable(YAMLReadFeature.PARSE_OCTAL_NUMBERS) // 010 is ten
              .streamReadConstraints(
                  StreamReadConstraints.builder()
                      .maxNestingDepth(MAX_DEPTH)
                      .maxNumberLength(MAX_DIGITS)
                      .build())
              .build());

  private YamlText() {}

  static String read(Path file) {
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(MAX_BYTES + 1);
    } catch (NoSuchFileException e) {
      throw new UserError(file + ": no such file. Check the path.", e);
    } catch (IOException e) {
      throw new UserError(file + ": cannot be read (" + e.getMessage() + ").", e);
    }
    if (bytes.length > MAX_BYTES) {
      throw new UserError(
          file + ": expected a configuration of at most 1 MiB, found more. Is it the right file?");
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new UserError(
          file + ": expected text in UTF-8, found other bytes. Is it the right file?", e);
    }
  }

  /** The document as a tree; {@code source} names it in messages. */
  static JsonNode parse(String source, String text) {
    try {
      check(source, text);
      return MAPPER.readTree(text);
    } catch (StreamConstraintsException e) {
      throw new UserError(
          "%s: expected at most %d levels of nesting and %d digits in a number, found more. %s"
              .formatted(source, MAX_DEPTH, MAX_DIGITS, "Is it the right file?"),
          e);
    } catch (JacksonException e) {
      int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
      String place = line > 0 ? " near line " + line : "";
      String reason = String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse("");
      throw new UserError("%s: not valid YAML%s: %s".formatted(source, place, reason), e);
    }
  }

  private static void check(String source, String text) {
    Deque<Set<String>> open = new ArrayDeque<>(); // the keys so far of each group around
    boolean ended = false;
    try (YAMLParser parser = (YAMLParser) MAPPER.createParser(text)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        String problem = null;
        if (ended) {
          problem = "a second document. Keep one";
        } else if (parser.isCurrentAlias()) {
          problem = "an alias (*name). Write its value out";
        } else if (token == JsonToken.PROPERTY_NAME && !open.element().add(parser.currentName())) {
          problem = "the key '" + shortened(parser.currentName()) + "' twice. Keep one";
        }
        if (problem != null) {
          throw new UserError(
              "%s, line %d: expected plain YAML, found %s."
                  .formatted(source, parser.currentTokenLocation().getLineNr(), problem));
        }
        if (token.isStructStart()) {
          open.push(new HashSet<>());
        } else if (token.isStructEnd()) {
          open.pop();
        }
        ended = open.isEmpty();
      }
    }
  }

  /** What a user wrote, cut to what a message can show. */
  static String shortened(String text) {
    return text.length() > 60 ? text.substring(0, 60) + "…" : text;
  }
}
