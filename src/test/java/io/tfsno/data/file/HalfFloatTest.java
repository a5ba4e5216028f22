package io.tfsno.data.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HalfFloatTest {
  @ParameterizedTest
  @CsvSource({
    "0x0p0, 0000",
    "-0x0p0, 8000",
    "0x1p0, 3c00",
    "-0x1p1, c000",
    "0x1.554p-2, 3555", // the half nearest to 1/3
    "65504, 7bff", // largest
    "0x1p-14, 0400", // smallest normal
    "0x1.ff8p-15, 03ff", // largest subnormal
    "0x1p-24, 0001", // smallest subnormal
    "-0x1.8p-23, 8003",
    "Infinity, 7c00",
    "-Infinity, fc00",
  })
  void exactValue_bothWays_isTheKnownPattern(float value, String hex) {
    short bits = (short) Integer.parseInt(hex, 16);
    assertThat(hex(HalfFloat.fromFloat(value))).isEqualTo(hex);
    assertThat(Float.floatToRawIntBits(HalfFloat.toFloat(bits)))
        .isEqualTo(Float.floatToRawIntBits(value));
  }

  @ParameterizedTest
  @CsvSource({
    "0.1, 2e66",
    "0.333333333, 3555",
    "0x1.002p0, 3c00", // halfway between 3c00 and 3c01: even is below
    "0x1.006p0, 3c02", // halfway between 3c01 and 3c02: even is above
    "0x1.002002p0, 3c01", // just above halfway
    "0x1.ffep0, 4000", // halfway, and the carry raises the exponent
    "65519.99, 7bff",
    "65520, 7c00", // halfway to 2^16
    "-1e30, fc00",
    "0x1.ffcp-15, 0400", // subnormal rounds up to the smallest normal
    "0x1p-25, 0000", // halfway between 0 and the smallest: even is 0
    "0x1.000002p-25, 0001",
    "0x1.8p-24, 0002", // halfway between 1 and 2
    "0x1.4p-23, 0002", // halfway between 2 and 3
    "0x1.8p-26, 0000",
    "-0x1p-149, 8000",
  })
  void inexactValue_toHalf_roundsToNearestEven(float value, String hex) {
    assertThat(hex(HalfFloat.fromFloat(value))).isEqualTo(hex);
  }

  @Test
  void everyHalf_toFloatAndBack_isUnchanged() {
    for (int bits = 0; bits < 1 << 16; bits++) {
      float value = HalfFloat.toFloat((short) bits);
      boolean nan = (bits & 0x7fff) > 0x7c00;
      assertThat(Float.isNaN(value)).isEqualTo(nan);
      int expected = nan ? bits | 0x200 : bits; // NaNs become quiet
      assertThat(HalfFloat.fromFloat(value)).isEqualTo((short) expected);
    }
  }

  @Test
  void randomFloat_toHalf_isNoFurtherThanItsNeighbours() {
    Random random = new Random(5);
    for (int i = 0; i < 200_000; i++) {
      float value = Float.intBitsToFloat(random.nextInt(0x32000000, 0x477fe000)); // 2^-27 to 65504
      int half = HalfFloat.fromFloat(value);
      double error = Math.abs(HalfFloat.toFloat((short) half) - (double) value);
      for (int other : new int[] {half - 1, half + 1}) {
        if (other >= 0 && other < 0x7c00) {
          double otherError = Math.abs(HalfFloat.toFloat((short) other) - (double) value);
          assertThat(error).isLessThanOrEqualTo(otherError);
          assertThat(error < otherError || half % 2 == 0).as("%a is a tie", value).isTrue();
        }
      }
      assertThat(HalfFloat.fromFloat(-value)).isEqualTo((short) (half | 0x8000));
    }
  }

  @Test
  void nan_toHalf_staysNan() {
    assertThat(hex(HalfFloat.fromFloat(Float.NaN))).isEqualTo("7e00");
    // A payload in the low bits alone must not turn into infinity.
    assertThat(HalfFloat.toFloat(HalfFloat.fromFloat(Float.intBitsToFloat(0x7f800001)))).isNaN();
  }

  @ParameterizedTest
  @CsvSource({
    "3f80, 1",
    "c049, -3.140625",
    "0000, 0",
    "8000, -0",
    "7f80, Infinity",
    "ff80, -Infinity",
    "0001, 0x1p-133", // subnormal
    "0080, 0x1p-126",
    "7f7f, 0x1.fep127", // largest
  })
  void bfloat16_toFloat_isTheKnownValue(String hex, float value) {
    float read = HalfFloat.fromBfloat16((short) Integer.parseInt(hex, 16));
    assertThat(Float.floatToRawIntBits(read)).isEqualTo(Float.floatToRawIntBits(value));
    assertThat(HalfFloat.fromBfloat16((short) 0x7fc0)).isNaN();
  }

  private static String hex(short bits) {
    return "%04x".formatted(bits & 0xffff);
  }
}
