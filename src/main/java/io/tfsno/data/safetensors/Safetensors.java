package io.tfsno.data.safetensors;

import io.tfsno.data.file.Blocks;
import io.tfsno.data.file.DataFiles;
import io.tfsno.data.file.StoredTensor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Named tensors and a few texts in one file, in the safetensors format that other frameworks read
 * and write too: 8 bytes with the length of the header (little-endian), the header as JSON, then
 * the numbers of all tensors without a gap. Nothing in such a file can be executed.
 *
 * <p>An object of this class is a file read as a whole: it holds no open file, and the file may be
 * replaced at any time.
 */
public final class Safetensors {
  private static final String WHAT = "a safetensors file";

  private final Path file;
  private final Map<String, String> metadata;
  private final Map<String, StoredTensor> tensors;

  private Safetensors(Path file, Map<String, String> metadata, Map<String, StoredTensor> tensors) {
    this.file = file;
    this.metadata = Collections.unmodifiableMap(metadata);
    this.tensors = Collections.unmodifiableMap(tensors);
  }

  /**
   * Writes float32 (F32) tensors in the order of the map, which should therefore be an ordered one,
   * and the metadata sorted by key: equal input gives equal bytes. An old file of that name is
   * replaced, and only once the new one is whole on the disk.
   */
  public static void write(
      Path file, Map<String, StoredTensor> tensors, Map<String, String> metadata) {
    new SafetensorsWriter(file, tensors, tensor -> false).write(metadata);
  }

  /**
   * Like {@link #write}, but large tensors in half precision (F16), rounded to the nearest, ties to
   * even, behind the small ones. A finite number that half precision could only call infinite is
   * refused.
   *
   * @param small how many numbers a tensor may hold to stay in float32
   */
  public static void writeHalf(
      Path file, Map<String, StoredTensor> tensors, int small, Map<String, String> metadata) {
    new SafetensorsWriter(file, tensors, tensor -> tensor.values().length > small).write(metadata);
  }

  /** The texts of a file, without reading its tensors. */
  public static Map<String, String> readMetadata(Path file) {
    try (FileChannel channel = DataFiles.openForReading(file, WHAT)) {
      byte[] json = headerText(file, channel);
      Map<String, String> metadata = header(file, channel, json).metadata;
      metadata.remove(SafetensorsChecksum.KEY); // is about the tensors, which are not read here
      metadata.remove(SafetensorsChecksum.NOTE);
      return metadata;
    } catch (IOException e) {
      throw DataFiles.cannotRead(file, e);
    }
  }

  /**
   * Reads a file of F32, F16, BF16 or F64 tensors, all as floats. The whole header is checked
   * before room is made for any tensor, and the contents against the checksum that our own files
   * carry.
   */
  public static Safetensors read(Path file) {
    try (FileChannel channel = DataFiles.openForReading(file, WHAT)) {
      byte[] json = headerText(file, channel);
      long dataStart = 8L + json.length;
      SafetensorsHeader header = header(file, channel, json);
      checkMemory(file, header, Runtime.getRuntime().maxMemory());
      SafetensorsChecksum.verify(file, channel, json, dataStart, header.metadata);
      Map<String, StoredTensor> tensors = new LinkedHashMap<>();
      for (SafetensorsEntry entry : header.entries.values()) {
        float[] values = new float[entry.size()];
        Blocks.read(
            channel,
            dataStart + entry.begin(),
            entry.type(),
            ByteOrder.LITTLE_ENDIAN,
            values,
            0,
            values.length);
        tensors.put(entry.name(), new StoredTensor(entry.shape(), values));
      }
      return new Safetensors(file, header.metadata, tensors);
    } catch (IOException e) {
      throw DataFiles.cannotRead(file, e);
    }
  }

  /** The texts that stand next to the tensors, in the order of the file. */
  public Map<String, String> metadata() {
    return metadata;
  }

  /** The tensors' names, in the order of the header. */
  public Set<String> names() {
    return tensors.keySet();
  }

  /** The tensor of that name, not a copy; a {@link io.tfsno.base.UserError} if there is none. */
  public StoredTensor get(String name) {
    StoredTensor tensor = tensors.get(name);
    if (tensor == null) {
      String known = tensors.keySet().stream().limit(20).collect(Collectors.joining(", "));
      throw DataFiles.error(
          file,
          "a tensor " + SafetensorsHeader.quoted(name),
          tensors.isEmpty() ? "no tensors" : "only " + DataFiles.shown(known, 400),
          "Was the file written for another model?");
    }
    return tensor;
  }

  /** Refuses what the heap cannot hold before trying. */
  static void checkMemory(Path file, SafetensorsHeader header, long heapBytes) {
    long numbers = header.entries.values().stream().mapToLong(SafetensorsEntry::size).sum();
    if (numbers > heapBytes / Float.BYTES) {
      throw DataFiles.error(
          file,
          "tensors that fit into %d MiB of memory".formatted(heapBytes >> 20),
          "%d numbers of %d bytes".formatted(numbers, Float.BYTES),
          "Give Java more memory, for example with -Xmx.");
    }
  }

  private static byte[] headerText(Path file, FileChannel channel) throws IOException {
    ByteBuffer json = ByteBuffer.allocate(headerLength(file, channel, channel.size()));
    Blocks.readFully(channel, 8, json);
    return json.array();
  }

  private static SafetensorsHeader header(Path file, FileChannel channel, byte[] json)
      throws IOException {
    return SafetensorsHeader.parse(file, json, channel.size() - 8L - json.length);
  }

  private static int headerLength(Path file, FileChannel channel, long size) throws IOException {
    if (size < 8) {
      throw DataFiles.error(
          file, WHAT + " of at least 8 bytes", size + " bytes", SafetensorsHeader.DAMAGED);
    }
    ByteBuffer first = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
    Blocks.readFully(channel, 0, first);
    long length = first.getLong(0); // unsigned
    long most = Math.min(size - 8, SafetensorsHeader.MAX_BYTES);
    if (Long.compareUnsigned(length, most) > 0) {
      throw DataFiles.error(
          file,
          "a header of at most %d bytes".formatted(most),
          "one that claims %s bytes".formatted(Long.toUnsignedString(length)),
          SafetensorsHeader.DAMAGED);
    }
    return (int) length;
  }
}
