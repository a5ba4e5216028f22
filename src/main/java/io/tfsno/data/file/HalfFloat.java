package io.tfsno.data.file;

/**
 * The two 16-bit number formats. IEEE binary16 has 1 sign, 5 exponent and 10 fraction bits: normal
 * numbers from 2^-14 to 65504, subnormal ones down to 2^-24. bfloat16 is the upper half of a float.
 * The JDK converts binary16 itself only from version 20 on.
 */
public final class HalfFloat {
  /** The smallest number that rounds to infinity; the largest finite one is 65504. */
  public static final float OVERFLOW = 65520;

  private static final int INFINITY = 0x7c00;
  private static final int QUIET_NAN = 0x7e00;
  private static final int FLOAT_INFINITY = 0x7f800000;
  private static final int TWO_TO_16 = 0x47800000; // as float bits
  private static final int TWO_TO_MINUS_14 = 0x38800000; // as float bits
  private static final int FRACTION_SHIFT = 13; // 23 fraction bits become 10
  private static final int BIAS_DIFFERENCE = (127 - 15) << 23;

  private HalfFloat() {}

  /** The nearest binary16 number, ties to even; from 65520 on that is infinity. */
  public static short fromFloat(float value) {
    int bits = Float.floatToRawIntBits(value);
    int sign = (bits >>> 16) & 0x8000;
    int magnitude = bits & 0x7fffffff;
    if (magnitude > FLOAT_INFINITY) {
      return (short) (sign | QUIET_NAN | ((magnitude >>> FRACTION_SHIFT) & 0x1ff));
    }
    if (magnitude >= TWO_TO_16) {
      return (short) (sign | INFINITY);
    }
    if (magnitude < TWO_TO_MINUS_14) {
      return (short) (sign | subnormal(magnitude));
    }
    // A carry out of the fraction raises the exponent, up to infinity: just what rounding means.
    int even = (magnitude >>> FRACTION_SHIFT) & 1;
    int rounded = magnitude - BIAS_DIFFERENCE + 0xfff + even;
    return (short) (sign | (rounded >>> FRACTION_SHIFT));
  }

  static float toFloat(short half) {
    int sign = (half & 0x8000) << 16;
    int magnitude = half & 0x7fff;
    if (magnitude >= INFINITY) {
      return Float.intBitsToFloat(sign | FLOAT_INFINITY | (magnitude & 0x3ff) << FRACTION_SHIFT);
    }
    if (magnitude < 0x400) { // zero or subnormal: a multiple of 2^-24
      float value = magnitude * 0x1p-24f;
      return sign == 0 ? value : -value;
    }
    return Float.intBitsToFloat(sign | ((magnitude << FRACTION_SHIFT) + BIAS_DIFFERENCE));
  }

  static float fromBfloat16(short bits) {
    return Float.intBitsToFloat(bits << 16);
  }

  /** Rounds a float below 2^-14 to a multiple of 2^-24 and returns the factor. */
  private static int subnormal(int magnitude) {
    int exponent = magnitude >>> 23;
    int shift = 126 - exponent; // the float is fraction * 2^(exponent - 150)
    if (shift > 24) {
      return 0; // below 2^-25
    }
    int fraction = (magnitude & 0x7fffff) | 0x800000;
    int factor = fraction >>> shift;
    int rest = fraction & ((1 << shift) - 1);
    int half = 1 << (shift - 1);
    boolean up = rest > half || (rest == half && (factor & 1) == 1);
    return up ? factor + 1 : factor;
  }
}
