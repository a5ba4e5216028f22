package io.tfsno.data.file;

import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.util.Locale;

/** The kinds of number that may stand in a file we read. The buffer carries the byte order. */
public enum ElementType {
  FLOAT16(2),
  BFLOAT16(2),
  FLOAT32(4),
  FLOAT64(8),
  INT8(1),
  UINT8(1),
  INT16(2),
  UINT16(2),
  INT32(4),
  UINT32(4),
  INT64(8);

  private final int bytes;

  ElementType(int bytes) {
    this.bytes = bytes;
  }

  public int bytes() {
    return bytes;
  }

  /** What NumPy writes as {@code <f4}, {@code >i2} or {@code |u1}; null if we do not read it. */
  public static ElementType numpy(String code) {
    return switch (code.length() == 3 && "<>|".indexOf(code.charAt(0)) >= 0
        ? code.substring(1)
        : "") {
      case "f2" -> FLOAT16;
      case "f4" -> FLOAT32;
      case "f8" -> FLOAT64;
      case "i1" -> INT8;
      case "u1", "b1" -> UINT8;
      case "i2" -> INT16;
      case "u2" -> UINT16;
      case "i4" -> INT32;
      case "u4" -> UINT32;
      case "i8" -> INT64;
      default -> null;
    };
  }

  /** As NumPy calls it: {@code float32}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Takes {@code count} numbers from the buffer's position on. */
  public void decode(ByteBuffer from, float[] to, int at, int count) {
    if (this == FLOAT32) { // by far the most common: one bulk copy
      from.asFloatBuffer().get(to, at, count);
      from.position(from.position() + count * bytes);
      return;
    }
    if (this == FLOAT64) {
      DoubleBuffer doubles = from.asDoubleBuffer();
      for (int i = 0; i < count; i++) {
        to[at + i] = (float) doubles.get(i);
      }
      from.position(from.position() + count * bytes);
      return;
    }
    for (int i = at; i < at + count; i++) {
      to[i] = (float) next(from);
    }
  }

  /** Takes {@code count} numbers from the buffer's position on. */
  public void decode(ByteBuffer from, double[] to, int at, int count) {
    for (int i = at; i < at + count; i++) {
      to[i] = next(from);
    }
  }

  private double next(ByteBuffer from) {
    return switch (this) {
      case FLOAT16 -> HalfFloat.toFloat(from.getShort());
      case BFLOAT16 -> HalfFloat.fromBfloat16(from.getShort());
      case FLOAT32 -> from.getFloat();
      case FLOAT64 -> from.getDouble();
      case INT8 -> from.get();
      case UINT8 -> Byte.toUnsignedInt(from.get());
      case INT16 -> from.getShort();
      case UINT16 -> Short.toUnsignedInt(from.getShort());
      case INT32 -> from.getInt();
      case UINT32 -> Integer.toUnsignedLong(from.getInt());
      case INT64 -> from.getLong();
    };
  }
}
