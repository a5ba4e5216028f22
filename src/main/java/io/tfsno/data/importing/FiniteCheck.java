package io.tfsno.data.importing;

import java.nio.IntBuffer;

/** Looks for numbers that are not finite. */
final class FiniteCheck {
  private FiniteCheck() {}

  /** Numbers that fit the cache of a core next to those they come from. */
  private static final int CHUNK = 1 << 13;

  /**
   * The place of the first of them, or -1.
   *
   * @param values the bits of float32
   */
  static int firstNonFinite(IntBuffer values) {
    int[] some = new int[CHUNK];
    for (int from = 0; from < values.limit(); from += CHUNK) {
      int count = Math.min(CHUNK, values.limit() - from);
      values.get(from, some, 0, count);
      if (anyNonFinite(some, count)) {
        for (int i = 0; i < count; i++) {
          if (!Float.isFinite(Float.intBitsToFloat(some[i]))) {
            return from + i;
          }
        }
      }
    }
    return -1;
  }

  /** An exponent of all ones overflows into the sign: a sum over bits, which goes in vectors. */
  private static boolean anyNonFinite(int[] bits, int count) {
    int signs = 0;
    for (int i = 0; i < count; i++) {
      signs |= (bits[i] & 0x7fffffff) + 0x00800000;
    }
    return signs < 0;
  }

  /**
   * The place of the first of them, or -1. Zero times a finite number is zero, and NaN else; sums
   * of it in four lanes are several times faster than asking each number.
   */
  static int firstNonFinite(float[] values, int count) {
    float a = 0;
    float b = 0;
    float c = 0;
    float d = 0;
    int i = 0;
    for (; i + 4 <= count; i += 4) {
      a += 0 * values[i];
      b += 0 * values[i + 1];
      c += 0 * values[i + 2];
      d += 0 * values[i + 3];
    }
    for (; i < count; i++) {
      a += 0 * values[i];
    }
    if (a + b + c + d == 0) {
      return -1;
    }
    for (int j = 0; j < count; j++) {
      if (!Float.isFinite(values[j])) {
        return j;
      }
    }
    return -1;
  }
}
