package io.tfsno.data;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing run of bytes, numbers little-endian, as the HDF5 format wants them. */
final class LittleEndian {
  private byte[] bytes = new byte[64];
  private int size;

  LittleEndian u8(int value) {
    return number(value, 1);
  }

  LittleEndian u16(int value) {
    return number(value, 2);
  }

  LittleEndian u32(int value) {
    return number(value, 4);
  }

  LittleEndian u64(long value) {
    return number(value, 8);
  }

  LittleEndian ascii(String text) {
    return bytes(text.getBytes(StandardCharsets.US_ASCII));
  }

  LittleEndian bytes(byte[] more) {
    int at = size;
    zeros(more.length);
    System.arraycopy(more, 0, bytes, at, more.length);
    return this;
  }

  LittleEndian zeros(int count) {
    int end = Math.addExact(size, count);
    if (end > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(end, 2 * bytes.length));
    }
    size = end;
    return this;
  }

  /** Zeros up to the next multiple of 8. */
  LittleEndian pad8() {
    return zeros(-size & 7);
  }

  /** Replaces bytes that are already there. */
  LittleEndian overwrite(int at, byte[] others) {
    System.arraycopy(others, 0, bytes, at, others.length);
    return this;
  }

  int size() {
    return size;
  }

  byte[] toBytes() {
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
