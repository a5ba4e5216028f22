package io.tfsno.data.safetensors;

import io.tfsno.data.file.Blocks;
import io.tfsno.data.file.DataFiles;
import io.tfsno.data.file.ElementType;
import io.tfsno.data.file.HalfFloat;
import io.tfsno.data.file.StoredTensor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.zip.CRC32C;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes a safetensors file of FLOAT32 and FLOAT16 tensors: those of four bytes first, so that each
 * begins at a multiple of its numbers' size, as other readers want it.
 */
final class SafetensorsWriter {
  private static final int BUFFER_NUMBERS = 1 << 16;

  private final Path file;
  private final Map<String, Part> parts = new LinkedHashMap<>();
  private final CRC32C sum = new CRC32C();

  private record Part(StoredTensor tensor, ElementType type) {
    float[] values() {
      return tensor.values();
    }

    long bytes() {
      return (long) values().length * type.bytes();
    }
  }

  /**
   * @param half which tensors to write as FLOAT16
   */
  SafetensorsWriter(Path file, Map<String, StoredTensor> tensors, Predicate<StoredTensor> half) {
    this.file = file;
    for (ElementType type : List.of(ElementType.FLOAT32, ElementType.FLOAT16)) {
      tensors.forEach(
          (name, tensor) -> {
            if (half.test(tensor) == (type == ElementType.FLOAT16)) {
              parts.put(name, new Part(tensor, type));
            }
          });
    }
  }

  /** Leaves the whole new file, or everything as it was. */
  void write(Map<String, String> metadata) {
    parts.forEach(this::checkRange);
    byte[] header = header(metadata);
    DataFiles.requireFree(file, true);
    Path unfinished = DataFiles.partOf(file);
    FileChannel channel = DataFiles.createForWriting(unfinished);
    boolean inPlace = false;
    try {
      try (channel) {
        Blocks.writeFully(channel, 0, ByteBuffer.wrap(header));
        sum.update(header, 8, header.length - 8);
        long at = header.length;
        for (Part part : parts.values()) {
          append(channel, at, part);
          at += part.bytes();
        }
        byte[] digits = SafetensorsChecksum.digits(sum).getBytes(StandardCharsets.US_ASCII);
        int place = SafetensorsChecksum.place(header);
        Blocks.writeFully(channel, place, ByteBuffer.wrap(digits));
        channel.force(true);
      }
      DataFiles.moveIntoPlace(unfinished, file);
      inPlace = true;
    } catch (IOException e) {
      throw DataFiles.cannotWrite(file, e);
    } finally {
      if (!inPlace) {
        DataFiles.deleteQuietly(unfinished);
      }
    }
  }

  /** The length of the JSON text, the text, and spaces up to a multiple of 8. */
  private byte[] header(Map<String, String> metadata) {
    ObjectNode root = JsonMapper.shared().createObjectNode();
    ObjectNode texts = root.putObject(SafetensorsHeader.METADATA);
    Map<String, String> sorted = new TreeMap<>(metadata); // same input, same bytes
    sorted.put(SafetensorsChecksum.KEY, SafetensorsChecksum.BLANK);
    sorted.put(SafetensorsChecksum.NOTE, SafetensorsChecksum.KEY);
    sorted.forEach(texts::put);
    long at = 0;
    for (Map.Entry<String, Part> named : parts.entrySet()) {
      if (named.getKey().equals(SafetensorsHeader.METADATA)) {
        throw new IllegalArgumentException("a tensor cannot be named " + named.getKey());
      }
      Part part = named.getValue();
      long end = at + part.bytes();
      ObjectNode entry = root.putObject(named.getKey());
      entry.put("dtype", part.type() == ElementType.FLOAT16 ? "F16" : "F32");
      Arrays.stream(part.tensor().shape()).forEach(entry.putArray("shape")::add);
      entry.putArray("data_offsets").add(at).add(end);
      at = end;
    }
    byte[] json = encoded(root);
    int length = (json.length + 7) / 8 * 8;
    if (length > SafetensorsHeader.MAX_BYTES) {
      throw DataFiles.error(
          file,
          "names and metadata of at most " + SafetensorsHeader.MAX_BYTES + " bytes",
          length + " bytes",
          "Shorten the metadata.");
    }
    byte[] header = Arrays.copyOf(json, 8 + length);
    Arrays.fill(header, (byte) ' ');
    ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN).putLong(length).put(json);
    return header;
  }

  private byte[] encoded(ObjectNode root) {
    try {
      // A strict encoder: the default one writes half of a surrogate pair as another character.
      CharBuffer text = CharBuffer.wrap(JsonMapper.shared().writeValueAsString(root));
      ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(text);
      byte[] bytes = new byte[encoded.remaining()];
      encoded.get(bytes);
      return bytes;
    } catch (CharacterCodingException e) {
      throw DataFiles.error(
          file, "names and metadata that UTF-8 can hold", "half a character", "Rename them.");
    }
  }

  private void append(FileChannel channel, long position, Part part) throws IOException {
    float[] values = part.values();
    int bytes = part.type().bytes();
    int room = Math.min(values.length, BUFFER_NUMBERS) * bytes;
    ByteBuffer buffer = ByteBuffer.allocate(room).order(ByteOrder.LITTLE_ENDIAN);
    for (int from = 0; from < values.length; from += BUFFER_NUMBERS) {
      buffer.clear();
      int to = Math.min(values.length, from + BUFFER_NUMBERS);
      for (int i = from; i < to; i++) {
        if (part.type() == ElementType.FLOAT16) {
          buffer.putShort(HalfFloat.fromFloat(values[i]));
        } else {
          buffer.putFloat(values[i]);
        }
      }
      buffer.flip();
      sum.update(buffer.duplicate());
      Blocks.writeFully(channel, position + (long) from * bytes, buffer);
    }
  }

  private void checkRange(String name, Part part) {
    if (part.type() != ElementType.FLOAT16) {
      return;
    }
    for (float value : part.values()) {
      if (Float.isFinite(value) && Math.abs(value) >= HalfFloat.OVERFLOW) {
        throw DataFiles.error(
            file,
            "numbers of at most 65504 in half precision",
            "%s in tensor %s".formatted(value, SafetensorsHeader.quoted(name)),
            "Write the file in single precision.");
      }
    }
  }
}
