package io.tfsno.data.hdf5;

import io.tfsno.base.UserError;
import io.tfsno.data.file.FloatType;
import io.tfsno.data.file.LittleEndian;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Encodes the header messages of the HDF5 file format (specification version 3.0, section IV.A)
 * that a plain file needs. A message stands in a version-1 object header with its type, its size
 * rounded up to a multiple of 8, and its flags before it.
 */
final class Hdf5Messages {
  private static final int DATASPACE = 0x01;
  private static final int DATATYPE = 0x03;
  private static final int FILL_VALUE = 0x05;
  private static final int DATA_LAYOUT = 0x08;
  private static final int ATTRIBUTE = 0x0C;
  private static final int SYMBOL_TABLE = 0x11;
  private static final int CONSTANT = 1;
  private static final int MAX_BODY_BYTES = 0xFFF8;

  private Hdf5Messages() {}

  /** A version-1 object header around the messages. */
  static byte[] objectHeader(List<byte[]> messages) {
    LittleEndian body = new LittleEndian();
    messages.forEach(body::bytes);
    LittleEndian out = new LittleEndian().u8(1).u8(0).u16(messages.size());
    out.u32(1).u32(body.size()).zeros(4); // reference count, size, padding to 8
    return out.bytes(body.toBytes()).toBytes();
  }

  static byte[] symbolTable(long bTree, long heap) {
    return message(SYMBOL_TABLE, 0, new LittleEndian().u64(bTree).u64(heap));
  }

  static byte[] dataspace(long... shape) {
    return message(DATASPACE, 0, space(shape));
  }

  static byte[] datatype(FloatType type) {
    return message(DATATYPE, CONSTANT, ieee(type));
  }

  /** Unsigned integers of 32 bits, little-endian. */
  static byte[] unsigned() {
    LittleEndian type = new LittleEndian().u8(0x10).u8(0).u16(0).u32(4); // version 1, class 0
    return message(DATATYPE, CONSTANT, type.u16(0).u16(32));
  }

  /** No fill value of our own: what was never written reads as zero. */
  static byte[] fillValue() {
    int early = 1;
    int ifSet = 2;
    int defined = 1;
    LittleEndian body = new LittleEndian().u8(2).u8(early).u8(ifSet).u8(defined).u32(0);
    return message(FILL_VALUE, CONSTANT, body);
  }

  static byte[] contiguous(long address, long bytes) {
    return message(DATA_LAYOUT, 0, new LittleEndian().u8(3).u8(1).u64(address).u64(bytes));
  }

  static byte[] attribute(String name, double value) {
    byte[] data = new LittleEndian().u64(Double.doubleToRawLongBits(value)).toBytes();
    return attribute(name, ieee(FloatType.FLOAT64), data);
  }

  static byte[] attribute(String name, long value) {
    int signed = 0x08;
    LittleEndian type = new LittleEndian().u8(0x10).u8(signed).u16(0).u32(8); // version 1, class 0
    return attribute(name, type.u16(0).u16(64), new LittleEndian().u64(value).toBytes());
  }

  static byte[] attribute(String name, String value) {
    byte[] text = value.getBytes(StandardCharsets.UTF_8);
    byte[] data = text.length == 0 ? new byte[1] : text; // a string type has at least one byte
    int paddedUtf8 = 0x11;
    LittleEndian type = new LittleEndian().u8(0x13).u8(paddedUtf8).u16(0); // version 1, class 3
    return attribute(name, type.u32(data.length), data);
  }

  private static byte[] attribute(String name, LittleEndian type, byte[] data) {
    byte[] nameBytes = name.getBytes(StandardCharsets.UTF_8);
    LittleEndian scalar = space();
    long size = 9L + nameBytes.length + 1 + type.size() + scalar.size() + data.length;
    if (size > MAX_BODY_BYTES) {
      throw new UserError(
          "at most 65,000 bytes for the HDF5 attribute '" + shortened(name) + "'",
          data.length + " bytes",
          "Shorten it, or keep it in a file of its own.");
    }
    int utf8 = 1;
    LittleEndian body = new LittleEndian().u8(3).u8(0).u16(nameBytes.length + 1);
    body.u16(type.size()).u16(scalar.size()).u8(utf8).bytes(nameBytes).u8(0);
    body.bytes(type.toBytes()).bytes(scalar.toBytes()).bytes(data);
    return message(ATTRIBUTE, 0, body);
  }

  private static String shortened(String name) {
    return name.length() <= 40 ? name : name.substring(0, 40) + "...";
  }

  /** A simple data space; without axes it is a scalar. */
  private static LittleEndian space(long... shape) {
    LittleEndian out = new LittleEndian().u8(1).u8(shape.length).zeros(6);
    for (long n : shape) {
      out.u64(n);
    }
    return out;
  }

  /** IEEE 754, little-endian: sign, exponent and mantissa from the top bit down. */
  private static LittleEndian ieee(FloatType type) {
    int bits = 8 * type.bytes();
    int exponent = type == FloatType.FLOAT32 ? 8 : 11;
    int mantissa = bits - 1 - exponent;
    int bias = (1 << (exponent - 1)) - 1;
    int impliedLeadingOne = 0x20;
    LittleEndian out = new LittleEndian().u8(0x11).u8(impliedLeadingOne); // version 1, class 1
    out.u8(bits - 1).u8(0).u32(type.bytes()).u16(0).u16(bits);
    return out.u8(mantissa).u8(exponent).u8(0).u8(mantissa).u32(bias);
  }

  private static byte[] message(int type, int flags, LittleEndian body) {
    body.pad8();
    LittleEndian out = new LittleEndian().u16(type).u16(body.size()).u8(flags).zeros(3);
    return out.bytes(body.toBytes()).toBytes();
  }
}
