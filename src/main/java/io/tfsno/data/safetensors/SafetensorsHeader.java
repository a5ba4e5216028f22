package io.tfsno.data.safetensors;

import io.tfsno.base.UserError;
import io.tfsno.data.file.DataFiles;
import io.tfsno.data.file.ElementType;
import io.tfsno.data.file.Shapes;
import io.tfsno.data.file.StoredTensor;
import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads the JSON header of a safetensors file: {@code {"__metadata__": {"key": "text"}, "name":
 * {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}}}. It is read token by token and
 * checked in full, against the size of the file too, so that nothing of the size it claims is
 * allocated before the claim is known to be true.
 */
public final class SafetensorsHeader {
  static final String METADATA = "__metadata__";
  static final int MAX_BYTES = 100_000_000;
  static final int MAX_NUMBERS = Integer.MAX_VALUE - 8;
  static final String DAMAGED =
      "The file is damaged or no safetensors file: copy or make it again.";

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES) // each comes once
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(8)
                  .maxNameLength(MAX_BYTES)
                  .maxStringLength(MAX_BYTES)
                  .build())
          .build();

  final Map<String, String> metadata = new LinkedHashMap<>();
  final Map<String, SafetensorsEntry> entries = new LinkedHashMap<>();

  private final Path file;
  private final long dataBytes;
  private boolean metadataSeen;

  private SafetensorsHeader(Path file, long dataBytes) {
    this.file = file;
    this.dataBytes = dataBytes;
  }

  /** Reads and checks a header that is followed by {@code dataBytes} bytes of data. */
  static SafetensorsHeader parse(Path file, byte[] json, long dataBytes) {
    SafetensorsHeader header = new SafetensorsHeader(file, dataBytes);
    if (json.length == 0 || json[0] != '{') {
      throw header.error("a header that starts with '{'", "other bytes");
    }
    // A decoder of its own, because the JSON parser would also guess at UTF-16 and UTF-32.
    var text =
        new InputStreamReader(
            new ByteArrayInputStream(json), StandardCharsets.UTF_8.newDecoder()); // strict
    try (JsonParser in = JSON.createParser(ObjectReadContext.empty(), text)) {
      header.document(in);
    } catch (JacksonException e) {
      throw header.error("a header of valid JSON", shown(e.getOriginalMessage()));
    }
    header.checkLayout();
    return header;
  }

  private void document(JsonParser in) {
    in.nextToken();
    while (in.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = in.currentName();
      in.nextToken();
      if (name.equals(METADATA)) {
        metadata(in);
      } else if (entries.put(name, entry(in, name)) != null) {
        throw error("each tensor once", quoted(name) + " twice");
      }
    }
    if (in.nextToken() != null) {
      throw error("nothing but spaces after the header's last '}'", shown(in.getString()));
    }
  }

  private void metadata(JsonParser in) {
    if (metadataSeen || in.currentToken() != JsonToken.START_OBJECT) {
      throw error("one object " + METADATA, metadataSeen ? "two" : shown(in.getString()));
    }
    metadataSeen = true;
    while (in.nextToken() == JsonToken.PROPERTY_NAME) {
      String key = in.currentName();
      if (in.nextToken() != JsonToken.VALUE_STRING) {
        throw error("a text for %s in %s".formatted(quoted(key), METADATA), shown(in.getString()));
      }
      if (metadata.put(key, in.getString()) != null) {
        throw error("each key of " + METADATA + " once", quoted(key) + " twice");
      }
    }
  }

  private SafetensorsEntry entry(JsonParser in, String name) {
    String where = " for tensor " + quoted(name);
    if (in.currentToken() != JsonToken.START_OBJECT) {
      throw error("an object" + where, shown(in.getString()));
    }
    String type = null;
    long[] shape = null;
    long[] offsets = null;
    while (in.nextToken() == JsonToken.PROPERTY_NAME) {
      String key = in.currentName();
      in.nextToken();
      if (key.equals("dtype") && type == null && in.currentToken() == JsonToken.VALUE_STRING) {
        type = in.getString();
      } else if (key.equals("shape") && shape == null) {
        shape = lengths(in, StoredTensor.MAX_RANK, "a shape" + where);
      } else if (key.equals("data_offsets") && offsets == null) {
        offsets = lengths(in, 2, "two data_offsets" + where);
      } else {
        throw error("one dtype, shape and data_offsets" + where, "a stray " + quoted(key));
      }
    }
    if (type == null || shape == null || offsets == null || offsets.length != 2) {
      throw error("dtype, shape and two data_offsets" + where, "some missing");
    }
    SafetensorsEntry entry =
        new SafetensorsEntry(name, type(type, where), shape, offsets[0], offsets[1]);
    checkSize(entry);
    return entry;
  }

  private long[] lengths(JsonParser in, int most, String what) {
    if (in.currentToken() != JsonToken.START_ARRAY) {
      throw error(what + " as a list", shown(in.getString()));
    }
    long[] values = new long[most];
    int count = 0;
    while (in.nextToken() != JsonToken.END_ARRAY) {
      if (in.currentToken() != JsonToken.VALUE_NUMBER_INT || count == most) {
        throw error(what + " of at most " + most + " whole numbers", shown(in.getString()));
      }
      values[count] = in.getLongValue(); // an error of the JSON parser if it is beyond 2^63
      if (values[count++] < 0) {
        throw error(what + " without negative numbers", shown(in.getString()));
      }
    }
    return Arrays.copyOf(values, count);
  }

  private ElementType type(String name, String where) {
    return switch (name) {
      case "F16" -> ElementType.FLOAT16;
      case "BF16" -> ElementType.BFLOAT16;
      case "F32" -> ElementType.FLOAT32;
      case "F64" -> ElementType.FLOAT64;
      default ->
          throw DataFiles.error(
              file,
              "dtype F16, BF16, F32 or F64" + where,
              quoted(name),
              "Convert the tensor to one of them.");
    };
  }

  private void checkSize(SafetensorsEntry entry) {
    String what =
        "tensor %s of shape %s".formatted(quoted(entry.name()), Shapes.text(entry.shape()));
    long bytes;
    try {
      bytes = Math.multiplyExact(Shapes.size(entry.shape()), (long) entry.type().bytes());
    } catch (ArithmeticException e) {
      throw error("fewer than 2^63 bytes", what);
    }
    String place = "%d to %d".formatted(entry.begin(), entry.end());
    if (entry.end() > dataBytes || entry.begin() > entry.end()) {
      throw error(what + " within the %d bytes of data".formatted(dataBytes), "bytes " + place);
    }
    if (entry.end() - entry.begin() != bytes) {
      throw error("%d bytes for %s".formatted(bytes, what), "bytes " + place);
    }
    if (bytes / entry.type().bytes() > MAX_NUMBERS) {
      throw DataFiles.error(
          file, "at most " + MAX_NUMBERS + " numbers in a tensor", what, "Split the tensor.");
    }
  }

  /** The tensors must cover the data from end to end, each byte once. */
  private void checkLayout() {
    List<SafetensorsEntry> ordered = new ArrayList<>(entries.values());
    ordered.sort(
        Comparator.comparingLong(SafetensorsEntry::begin).thenComparingLong(SafetensorsEntry::end));
    long at = 0;
    for (SafetensorsEntry entry : ordered) {
      if (entry.begin() != at) {
        throw error(
            "tensor %s to start at byte %d of the data".formatted(quoted(entry.name()), at),
            "%s at byte %d".formatted(entry.begin() < at ? "an overlap" : "a gap", entry.begin()));
      }
      at = entry.end();
    }
    if (at != dataBytes) {
      throw error("%d bytes of data".formatted(at), "%d bytes".formatted(dataBytes));
    }
  }

  private UserError error(String expected, String found) {
    return DataFiles.error(file, expected, found, DAMAGED);
  }

  static String quoted(String name) {
    return "'" + shown(name) + "'";
  }

  private static String shown(String text) {
    return DataFiles.shown(text, 60);
  }
}
