package io.tfsno.data.foreign.netcdf;

import io.tfsno.data.file.Blocks;
import io.tfsno.data.file.ElementType;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The header of a classic file, read from its start to its end: big-endian numbers, counts of 4
 * bytes (8 in CDF-5), texts and values padded to 4 bytes.
 */
final class HeaderBytes {
  private static final int MAX_COUNT = 1 << 24;
  private static final int CHAR = 2;

  private final FileChannel channel;
  private final int version;
  private long position = 4;

  HeaderBytes(FileChannel channel, int version) {
    this.channel = channel;
    this.version = version;
  }

  int int4() throws IOException {
    return bytes(4).getInt();
  }

  /** A count, a length or the number of a dimension. */
  long count() throws IOException {
    return version == 5 ? bytes(8).getLong() : Integer.toUnsignedLong(int4());
  }

  /** A place in the file. */
  long offset() throws IOException {
    return version == 1 ? Integer.toUnsignedLong(int4()) : bytes(8).getLong();
  }

  /** How many entries a list of this kind has; an absent list is two zeros. */
  int entries(int tag) throws IOException {
    int found = int4();
    long count = count();
    if (found != tag && (found != 0 || count != 0)) {
      throw new IOException("a header with tag %d instead of %d".formatted(found, tag));
    }
    return sane(count);
  }

  String name() throws IOException {
    return new String(padded(sane(count())).array(), StandardCharsets.UTF_8);
  }

  /** Double, Long, String, or a list of them, by name. */
  Map<String, Object> attributes() throws IOException {
    Map<String, Object> all = new TreeMap<>();
    int entries = entries(12);
    for (int i = 0; i < entries; i++) {
      String name = name();
      int type = int4();
      int count = sane(count());
      if (type == CHAR) {
        String text = new String(padded(count).array(), StandardCharsets.UTF_8);
        all.put(name, text.replaceFirst("\0+$", ""));
        continue;
      }
      ElementType element = type(type);
      if (element == null) {
        throw new IOException("an attribute '%s' of type %d".formatted(name, type));
      }
      double[] values = new double[count];
      element.decode(padded(count * element.bytes()), values, 0, count);
      List<Object> list = new ArrayList<>();
      for (double value : values) {
        boolean whole = element.text().contains("int");
        list.add(whole ? (Object) (long) value : (Object) value);
      }
      all.put(name, list.size() == 1 ? list.get(0) : List.copyOf(list));
    }
    return all;
  }

  /** The kind of number that NetCDF numbers so; null for text and for what we do not read. */
  static ElementType type(int number) {
    return switch (number) {
      case 1 -> ElementType.INT8;
      case 3 -> ElementType.INT16;
      case 4 -> ElementType.INT32;
      case 5 -> ElementType.FLOAT32;
      case 6 -> ElementType.FLOAT64;
      case 7 -> ElementType.UINT8;
      case 8 -> ElementType.UINT16;
      case 9 -> ElementType.UINT32;
      case 10 -> ElementType.INT64;
      default -> null;
    };
  }

  private ByteBuffer padded(int length) throws IOException {
    ByteBuffer value = bytes(length);
    position += (4 - length % 4) % 4;
    return value;
  }

  private ByteBuffer bytes(int length) throws IOException {
    if (length > channel.size() - position) {
      throw new EOFException("the file ends inside its header");
    }
    ByteBuffer bytes = ByteBuffer.allocate(length);
    Blocks.readFully(channel, position, bytes);
    position += length;
    return bytes.flip();
  }

  private static int sane(long count) throws IOException {
    if (count < 0 || count > MAX_COUNT) {
      throw new IOException("a header that counts to " + count);
    }
    return (int) count;
  }
}
