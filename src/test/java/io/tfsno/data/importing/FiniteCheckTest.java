package io.tfsno.data.importing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.IntBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FiniteCheckTest {
  private static final int COUNT = 20_001;

  private static float[] extremes() {
    float[] values = new float[COUNT];
    float[] some = {0f, -0f, Float.MAX_VALUE, -Float.MAX_VALUE, Float.MIN_VALUE, 1f, -2.5f};
    for (int i = 0; i < COUNT; i++) {
      values[i] = some[i % some.length];
    }
    return values;
  }

  private static int ofBits(float[] values) {
    int[] bits = new int[values.length];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = Float.floatToRawIntBits(values[i]);
    }
    return FiniteCheck.firstNonFinite(IntBuffer.wrap(bits));
  }

  @Test
  void finiteNumbers_howeverLarge_areAllFinite() {
    float[] values = extremes();
    assertThat(FiniteCheck.firstNonFinite(values, COUNT)).isEqualTo(-1);
    assertThat(ofBits(values)).isEqualTo(-1);
  }

  @ParameterizedTest
  @ValueSource(floats = {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY})
  void anyOther_isFoundWhereItStandsFirst(float bad) {
    for (int place : new int[] {0, 3, 8191, 8192, 12_345, COUNT - 1}) {
      float[] values = extremes();
      values[place] = bad;
      values[COUNT - 1] = bad;
      assertThat(FiniteCheck.firstNonFinite(values, COUNT)).isEqualTo(place);
      assertThat(ofBits(values)).isEqualTo(place);
    }
  }
}
