package io.tfsno.data.file;

import java.nio.ByteBuffer;

/** The kinds of number that may stand in a file we read. The buffer carries the byte order. */
public enum ElementType {
  FLOAT16(2),
  BFLOAT16(2),
  FLOAT32(4),
  FLOAT64(8),
  INT32(4),
  INT64(8);

  private final int bytes;

  ElementType(int bytes) {
    this.bytes = bytes;
  }

  public int bytes() {
    return bytes;
  }

  /** Takes {@code count} numbers from the buffer's position on. */
  public void decode(ByteBuffer from, float[] to, int at, int count) {
    if (this == FLOAT32) { // by far the most common: one bulk copy
      from.asFloatBuffer().get(to, at, count);
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
      case INT32 -> from.getInt();
      case INT64 -> from.getLong();
    };
  }
}
