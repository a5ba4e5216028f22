package io.tfsno.data.npy;

import io.tfsno.base.UserError;
import io.tfsno.data.file.Blocks;
import io.tfsno.data.file.DataFiles;
import io.tfsno.data.file.ElementType;
import io.tfsno.data.file.FloatType;
import io.tfsno.data.file.Shapes;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text at the start of a .npy file: {@code {'descr': '<f4', 'fortran_order': False, 'shape':
 * (3, 4), }}. It is checked in full, against the size of the file too, before anything of the size
 * it claims is allocated.
 */
public final class NpyHeader {
  static final String WHAT = "a NumPy .npy file";

  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
  private static final int ALIGNMENT = 64;
  private static final int MAX_TEXT = 1 << 16;
  private static final int MAX_RANK = 32;
  private static final Pattern DESCR = Pattern.compile("'descr'\\s*:\\s*'([^']*)'");
  private static final Pattern ORDER = Pattern.compile("'fortran_order'\\s*:\\s*(True|False)");
  private static final Pattern SHAPE = Pattern.compile("'shape'\\s*:\\s*\\(([0-9,\\s]*)\\)");

  final ElementType type;
  final ByteOrder byteOrder;
  final boolean fortranOrder;
  final long[] shape;
  final long dataStart;

  public ElementType type() {
    return type;
  }

  public ByteOrder byteOrder() {
    return byteOrder;
  }

  /** Whether the first index runs fastest. */
  public boolean fortranOrder() {
    return fortranOrder;
  }

  public long[] shape() {
    return shape.clone();
  }

  /** The byte at which the numbers begin. */
  public long dataStart() {
    return dataStart;
  }

  private NpyHeader(
      ElementType type, ByteOrder byteOrder, boolean fortranOrder, long[] shape, long dataStart) {
    this.type = type;
    this.byteOrder = byteOrder;
    this.fortranOrder = fortranOrder;
    this.shape = shape;
    this.dataStart = dataStart;
  }

  /** The bytes before the data of a version-1 file in C order. */
  public static byte[] encode(FloatType type, long... shape) {
    String tuple = Shapes.text(shape);
    if (shape.length == 1) {
      tuple = "(" + shape[0] + ",)";
    }
    String text =
        "{'descr': '%s', 'fortran_order': False, 'shape': %s, }".formatted(type.npyName(), tuple);
    int prefix = MAGIC.length + 4;
    int total = (prefix + text.length() + 1 + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    ByteBuffer out = ByteBuffer.allocate(total).order(ByteOrder.LITTLE_ENDIAN);
    Arrays.fill(out.array(), (byte) ' ');
    out.put(MAGIC).put((byte) 1).put((byte) 0).putShort((short) (total - prefix));
    out.put(text.getBytes(StandardCharsets.US_ASCII));
    out.put(total - 1, (byte) '\n');
    return out.array();
  }

  /** Where the bytes of an array come from: a file, or a member of an archive. */
  public interface Bytes {
    long size() throws IOException;

    /** Fills the buffer from a place on. */
    void read(long position, ByteBuffer to) throws IOException;

    static Bytes of(byte[] content) {
      return new Bytes() {
        @Override
        public long size() {
          return content.length;
        }

        @Override
        public void read(long position, ByteBuffer to) throws EOFException {
          if (position + to.remaining() > content.length) {
            throw new EOFException("the bytes end at " + content.length);
          }
          to.put(content, (int) position, to.remaining());
        }
      };
    }

    static Bytes of(FileChannel channel) {
      return new Bytes() {
        @Override
        public long size() throws IOException {
          return channel.size();
        }

        @Override
        public void read(long position, ByteBuffer to) throws IOException {
          Blocks.readFully(channel, position, to);
        }
      };
    }
  }

  static NpyHeader read(Path file, FileChannel channel) throws IOException {
    return read(file, Bytes.of(channel));
  }

  public static NpyHeader read(Path file, Bytes bytes) throws IOException {
    try {
      return parse(file, bytes);
    } catch (EOFException e) {
      throw DataFiles.error(
          file, WHAT, "a file that ends inside its header", "Copy or make it again.");
    }
  }

  private static NpyHeader parse(Path file, Bytes bytes) throws IOException {
    ByteBuffer head = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
    head.limit(MAGIC.length);
    if (bytes.size() >= MAGIC.length) {
      bytes.read(0, head);
    }
    if (!Arrays.equals(MAGIC, Arrays.copyOf(head.array(), MAGIC.length))) {
      throw DataFiles.error(
          file, WHAT, "other bytes at its start", "Save the array with numpy.save.");
    }
    head.limit(8);
    bytes.read(MAGIC.length, head);
    int version = head.get(6);
    if (version < 1 || version > 3) {
      throw DataFiles.error(
          file, "NPY format version 1, 2 or 3", "version " + version, "Save the array again.");
    }
    int lengthBytes = version == 1 ? 2 : 4;
    head.limit(8 + lengthBytes);
    bytes.read(8, head);
    long length =
        version == 1
            ? Short.toUnsignedLong(head.getShort(8))
            : Integer.toUnsignedLong(head.getInt(8));
    long start = 8L + lengthBytes + length;
    if (start > bytes.size() || length > MAX_TEXT) {
      throw DataFiles.error(
          file,
          "a header of at most " + Math.min(MAX_TEXT, bytes.size()) + " bytes",
          "one that claims " + length + " bytes",
          "The file is damaged: copy or make it again.");
    }
    ByteBuffer text = ByteBuffer.allocate((int) length);
    bytes.read(8L + lengthBytes, text);
    return parse(file, new String(text.array(), StandardCharsets.UTF_8), start, bytes.size());
  }

  private static NpyHeader parse(Path file, String text, long dataStart, long fileSize) {
    Matcher descr = DESCR.matcher(text);
    Matcher order = ORDER.matcher(text);
    Matcher shapeText = SHAPE.matcher(text);
    if (!text.contains("'descr'") || !order.find() || !shapeText.find()) {
      throw badHeader(file, text);
    }
    if (!descr.find()) { // a list of fields, not a string: a structured array
      throw badType(file, "a structured type");
    }
    String rest = text.replace(descr.group(), "").replace(order.group(), "");
    rest = rest.replace(shapeText.group(), "").replaceAll("\\s", "");
    if (!rest.matches("\\{,{2,3}\\}")) {
      throw badHeader(file, text);
    }
    ElementType type = type(file, descr.group(1));
    ByteOrder byteOrder =
        descr.group(1).startsWith(">") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    try {
      long[] shape = shape(shapeText.group(1));
      long bytes = Math.multiplyExact(Shapes.size(shape), (long) type.bytes());
      if (shape.length > MAX_RANK || Math.addExact(dataStart, bytes) != fileSize) {
        throw DataFiles.error(
            file,
            "%d bytes of data for shape %s".formatted(bytes, Shapes.text(shape)),
            "%d bytes".formatted(fileSize - dataStart),
            "The file is cut short or damaged: copy or make it again.");
      }
      return new NpyHeader(type, byteOrder, order.group(1).equals("True"), shape, dataStart);
    } catch (ArithmeticException | NumberFormatException e) {
      throw badHeader(file, text);
    }
  }

  private static long[] shape(String tuple) {
    String items = tuple.strip();
    if (items.isEmpty()) {
      return new long[0];
    }
    // Python writes (5,) for one entry; Java's split drops that last empty piece by itself.
    return Arrays.stream(items.split(",")).map(String::strip).mapToLong(Long::parseLong).toArray();
  }

  private static ElementType type(Path file, String descr) {
    ElementType type = ElementType.numpy(descr);
    if (type == null) {
      throw badType(file, "'" + descr + "'");
    }
    return type;
  }

  private static UserError badType(Path file, String found) {
    return DataFiles.error(
        file,
        "numbers of type f2, f4, f8, i1, i2, i4, i8, u1, u2 or u4",
        found,
        "Convert it, e.g. numpy.save(name, array.astype('f4')).");
  }

  private static UserError badHeader(Path file, String text) {
    String start = text.substring(0, Math.min(80, text.length())).strip();
    return DataFiles.error(
        file,
        "a header with 'descr', 'fortran_order' and 'shape'",
        "\"" + start.replaceAll("\\p{Cntrl}", "?") + "\"",
        "The file is damaged: copy or make it again.");
  }
}
