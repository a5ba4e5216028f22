package io.tfsno.data.file;

import java.nio.ByteBuffer;

/** How numbers are stored in the files we write: IEEE 754, little-endian. */
public enum FloatType {
  FLOAT32(4, "<f4"),
  FLOAT64(8, "<f8");

  private final int bytes;
  private final String npyName;

  FloatType(int bytes, String npyName) {
    this.bytes = bytes;
    this.npyName = npyName;
  }

  /** Bytes per number. */
  public int bytes() {
    return bytes;
  }

  public String npyName() {
    return npyName;
  }

  void put(float value, ByteBuffer to) {
    if (this == FLOAT32) {
      to.putFloat(value);
    } else {
      to.putDouble(value);
    }
  }

  void put(double value, ByteBuffer to) {
    if (this == FLOAT32) {
      to.putFloat((float) value);
    } else {
      to.putDouble(value);
    }
  }
}
