package io.tfsno.data.file;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing run of bytes, numbers little-endian, as the HDF5 format wants them. */
public final class LittleEndian {
  private byte[] bytes = new byte[64];
  private int size;

  public LittleEndian u8(int value) {
    return number(value, 1);
  }

  public LittleEndian u16(int value) {
    return number(value, 2);
  }

  public LittleEndian u32(int value) {
    return number(value, 4);
  }

  public LittleEndian u64(long value) {
    return number(value, 8);
  }

  public LittleEndian ascii(String text) {
    return bytes(text.getBytes(StandardCharsets.US_ASCII));
  }

  public LittleEndian bytes(byte[] more) {
    int at = size;
    zeros(more.length);
    System.arraycopy(more, 0, bytes, at, more.length);
    return this;
  }

  public LittleEndian zeros(int count) {
    int end = Math.addExact(size, count);
    if (end > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(end, 2 * bytes.length));
    }
    size = end;
    return this;
  }

  /** Zeros up to the next multiple of 8. */
  public LittleEndian pad8() {
    return zeros(-size & 7);
  }

  /** Replaces bytes that are already there. */
  public LittleEndian overwrite(int at, byte[] others) {
    System.arraycopy(others, 0, bytes, at, others.length);
    return this;
  }

  public int size() {
    return size;
  }

  public byte[] toBytes() {
    return Arrays.copyOf(bytes, size);
  }

  private LittleEndian number(long value, int count) {
    int at = size;
    zeros(count);
    for (int i = 0; i < count; i++) {
      bytes[at + i] = (byte) (value >>> (8 * i));
    }
    return this;
  }
}
