package io.tfsno.data.importing.field;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class AxisMapTest {
  @Test
  void interpolation_ofACubic_isExactUpToTheEnds() {
    double[] x = {0, 0.1, 0.35, 0.4, 0.8, 1.3, 1.5};
    double[] wanted = new double[7];
    Arrays.setAll(wanted, i -> 0.25 * i);
    DoubleUnaryOperator cubic = v -> 1 + v * (2 - v * (3 - v));
    assertThat(applied(AxisMap.interpolation(x, wanted, 0), x, cubic))
        .usingComparatorWithPrecision(1e-5f)
        .containsExactly(expected(wanted, cubic));
  }

  @Test
  void interpolation_ofAPeriodicWave_wrapsAround() {
    int n = 64;
    double[] x = new double[n];
    double[] wanted = new double[n];
    Arrays.setAll(x, i -> (i + 0.3 * Math.sin(i)) / n);
    Arrays.setAll(wanted, i -> x[0] + (double) i / n);
    DoubleUnaryOperator wave = v -> Math.sin(2 * Math.PI * v);
    assertThat(applied(AxisMap.interpolation(x, wanted, 1), x, wave))
        .usingComparatorWithPrecision(2e-5f)
        .containsExactly(expected(wanted, wave));
  }

  @Test
  void choice_ofEverySecondReversed_takesThoseOfAllRows() {
    AxisMap map = AxisMap.choice(new int[] {4, 3, 2, 1, 0}).every(2);
    float[] values = new float[2 * 5 * 3];
    for (int i = 0; i < values.length; i++) {
      values[i] = i;
    }
    assertThat(map.apply(values, new int[] {2, 5, 3}, 1, 1, 2, 0))
        .containsExactly(6, 7, 8, 0, 1, 2, 21, 22, 23, 15, 16, 17);
    assertThat(map.lowest(0, 2)).isEqualTo(2);
    assertThat(map.end(0, 2)).isEqualTo(5);
  }

  @Test
  void twoPoints_areJoinedByALine() {
    AxisMap map = AxisMap.interpolation(new double[] {0, 2}, new double[] {0.5}, 0);
    assertThat(map.apply(new float[] {1, 5}, new int[] {2}, 0, 0, 1, 0)[0])
        .isCloseTo(2, offset(1e-6f));
  }

  private static float[] applied(AxisMap map, double[] x, DoubleUnaryOperator f) {
    return map.apply(expected(x, f), new int[] {x.length}, 0, 0, map.length(), 0);
  }

  private static float[] expected(double[] x, DoubleUnaryOperator f) {
    float[] values = new float[x.length];
    for (int i = 0; i < x.length; i++) {
      values[i] = (float) f.applyAsDouble(x[i]);
    }
    return values;
  }
}
