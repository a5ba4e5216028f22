package io.tfsno.spectral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.engine.DType;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(PerTestScope.class)
class DerivativeTest {
  // Differentiation multiplies the rounding of the smallest wave by that of the highest mode: at
  // order 4 and a tenth of Nyquist 1e-16 becomes 1e-12.
  private static final double RELATIVE = 1e-8;

  /** d^order/dx^order of sin(k x + phase): each order turns by a quarter and multiplies by k. */
  private static double derivativeOfSine(double k, double x, double phase, int order) {
    return Math.pow(k, order) * Math.sin(k * x + phase + order * Math.PI / 2);
  }

  @ParameterizedTest
  @CsvSource({"1, 64", "2, 64", "3, 64", "4, 64", "1, 63", "2, 63", "3, 63", "4, 63", "0, 64"})
  void derivative_ofASine_isTheSineTurned(int order, int points) {
    double length = 3;
    for (int m : new int[] {1, 6, 20}) {
      double k = 2 * Math.PI * m / length;
      double[] u = new double[points];
      double[] expected = new double[points];
      for (int i = 0; i < points; i++) {
        double x = i * length / points;
        u[i] = Math.sin(k * x + 0.4);
        expected[i] = derivativeOfSine(k, x, 0.4, order);
      }
      assertThat(Derivative.of(Tensor.of(u, points), order, length, 0).toDoubles())
          .containsExactly(expected, within(RELATIVE * Math.pow(k, order)));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void oddDerivative_ofTheNyquistWave_isZeroOnTheGrid(int order) {
    Tensor u = Waves.of(Waves.wave(1, 4, 0, 0)).lineTensor(8);
    assertThat(Derivative.of(u, order, 1, 0).toDoubles())
        .containsExactly(new double[8], within(1e-12));
  }

  @Test
  void evenDerivative_ofTheNyquistWave_isMinusKSquaredTimesIt() {
    double k2 = Math.pow(2 * Math.PI * 4, 2);
    Tensor u = Waves.of(Waves.wave(1, 4, 0, 0)).lineTensor(8);
    assertThat(Derivative.of(u, 2, 1, 0).toDoubles())
        .containsExactly(u.mul(-k2).toDoubles(), within(RELATIVE * k2));
  }

  @Test
  void derivative_inThePlane_goesAlongTheAxisAsked() {
    // u = sin(2x + 3y + 0.2) on (0, 2 pi)^2, so u_x = 2 cos and u_yy = -9 sin.
    int n = 16;
    double[] u = new double[n * n];
    double[] ux = new double[n * n];
    double[] uyy = new double[n * n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        double angle = 2 * Math.PI * (2 * i + 3 * j) / n + 0.2;
        u[i * n + j] = Math.sin(angle);
        ux[i * n + j] = 2 * Math.cos(angle);
        uyy[i * n + j] = -9 * Math.sin(angle);
      }
    }
    Tensor field = Tensor.of(u, 1, n, n);
    for (int axis : new int[] {1, -2}) {
      assertThat(Derivative.of(field, 1, 2 * Math.PI, axis).toDoubles())
          .containsExactly(ux, within(RELATIVE));
    }
    for (int axis : new int[] {2, -1}) {
      assertThat(Derivative.of(field, 2, 2 * Math.PI, axis).toDoubles())
          .containsExactly(uyy, within(RELATIVE));
    }
  }

  @Test
  void derivative_ofAConstant_isZero() {
    Tensor u = Tensor.of(new double[] {3, 3, 3, 3, 3}, 5);
    assertThat(Derivative.of(u, 1, 1, 0).toDoubles()).containsExactly(new double[5], within(1e-13));
  }

  @Test
  void derivative_inSinglePrecision_staysThere() {
    Tensor u = Waves.of(Waves.wave(1, 1, 0, 0)).lineTensor(8).to(DType.FLOAT32);
    Tensor ux = Derivative.of(u, 1, 1, 0);
    assertThat(ux.type()).isEqualTo(DType.FLOAT32);
    double[] expected = Waves.of(Waves.wave(2 * Math.PI, 1, 0, Math.PI / 2)).line(8);
    // Float32 rounding of values up to 2 pi.
    assertThat(ux.toDoubles()).containsExactly(expected, within(5e-6));
  }
}
