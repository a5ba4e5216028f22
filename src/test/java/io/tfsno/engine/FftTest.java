package io.tfsno.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(PerTestScope.class)
class FftTest {
  // Values of order one, lengths below 100: rounding stays far below this in float64.
  private static final double ROUNDING = 1e-14;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 8, 15, 16, 30})
  void real_ofRandomValues_isTheSumDividedByN(int n) {
    double[] x = new Rng(n).normals(n);
    double[] found = Fft.real(Tensor.of(x, n), 0).asReal().toDoubles();
    assertThat(found).hasSize(2 * (n / 2 + 1));
    for (int k = 0; k <= n / 2; k++) {
      double re = 0;
      double im = 0;
      for (int i = 0; i < n; i++) {
        re += x[i] * Math.cos(2 * Math.PI * k * i / n) / n;
        im -= x[i] * Math.sin(2 * Math.PI * k * i / n) / n;
      }
      assertThat(found[2 * k]).isCloseTo(re, within(ROUNDING));
      assertThat(found[2 * k + 1]).isCloseTo(im, within(ROUNDING));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {12, 15, 48})
  void real_ofAWave_givesTheSameAmplitudeOnEveryGrid(int n) {
    double[] x = new double[n];
    for (int i = 0; i < n; i++) {
      x[i] = 2 + 3 * Math.cos(2 * Math.PI * 4 * i / n + 0.5);
    }
    Tensor c = Fft.real(Tensor.of(x, n), -1).asReal();
    assertThat(c.select(0, 0).toDoubles()).containsExactly(new double[] {2, 0}, within(ROUNDING));
    assertThat(c.select(0, 4).toDoubles())
        .containsExactly(new double[] {1.5 * Math.cos(0.5), 1.5 * Math.sin(0.5)}, within(ROUNDING));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 8, 15, 16})
  void inverseReal_ofReal_givesTheFieldBack(int n) {
    double[] x = new Rng(n).normals(3 * n);
    Tensor field = Tensor.of(x, 3, n);
    assertThat(Fft.inverseReal(Fft.real(field, 1), n, 1).toDoubles())
        .containsExactly(x, within(ROUNDING));
  }

  @ParameterizedTest
  @ValueSource(ints = {7, 8})
  void inverseComplex_ofComplex_givesTheFieldBackAlongEitherAxis(int n) {
    double[] x = new Rng(n).normals(3 * n * 2);
    Tensor field = Tensor.of(x, 3, n, 2).asComplex();
    for (int axis : new int[] {0, 1, -1, -2}) {
      Tensor back = Fft.inverseComplex(Fft.complex(field, axis), axis);
      assertThat(back.asReal().toDoubles()).containsExactly(x, within(ROUNDING));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {7, 8})
  void complex_ofABackwardWave_landsAtTheNegativeWaveNumber(int n) {
    double[] re = new double[n];
    double[] im = new double[n];
    for (int i = 0; i < n; i++) {
      re[i] = Math.cos(2 * Math.PI * 2 * i / n);
      im[i] = -Math.sin(2 * Math.PI * 2 * i / n);
    }
    double[] found = Fft.complex(Tensor.ofComplex(re, im, n), 0).asReal().toDoubles();
    double[] expected = new double[2 * n];
    expected[2 * (n - 2)] = 1;
    assertThat(found).containsExactly(expected, within(ROUNDING));
  }

  @Test
  void inverseReal_withFewerCoefficientsThanTheGridHolds_countsThemAsZero() {
    // 0.5 + 2 Re((0.25 - 0.5i) e^{ix}) on five points.
    Tensor c = Tensor.ofComplex(new double[] {0.5, 0.25}, new double[] {0, -0.5}, 2);
    double[] expected = new double[5];
    for (int i = 0; i < 5; i++) {
      double x = 2 * Math.PI * i / 5;
      expected[i] = 0.5 + 0.5 * Math.cos(x) + Math.sin(x);
    }
    assertThat(Fft.inverseReal(c, 5, 0).toDoubles()).containsExactly(expected, within(ROUNDING));
  }

  @Test
  void real_ofFloats_staysInSinglePrecision() {
    Tensor c = Fft.real(Tensor.of(new float[] {1, 2, 3, 4}, 4), 0);
    assertThat(c.type()).isEqualTo(DType.COMPLEX64);
    assertThat(Fft.inverseReal(c, 4, 0).type()).isEqualTo(DType.FLOAT32);
  }
}
