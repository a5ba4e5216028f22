package io.tfsno.spectral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(PerTestScope.class)
class SingleFieldsTest {
  // Transforms of values of order one in float64.
  private static final double ROUNDING = 1e-14;

  private static SingleFields grid(int dimension, int points) {
    return grid(Points.cube(dimension, points), DType.FLOAT64);
  }

  private static SingleFields grid(Points points, DType type) {
    return new SingleFields(Grid.periodic(points, 1), points.map(n -> n / 3), type, Device.CPU);
  }

  private static long[] shape(int dimension, int points) {
    return dimension == 1 ? new long[] {2, 3, points} : new long[] {2, 3, points, points};
  }

  @ParameterizedTest
  @CsvSource({"1, 16", "1, 15", "1, 2", "2, 12", "2, 15"})
  void values_ofCoefficients_areThoseTheyCameFrom(int dimension, int points) {
    // Noise reaches every wave, the one at N/2 too.
    int count = 6 * (int) Math.pow(points, dimension);
    Tensor u = Tensor.of(new Rng(1).normals(count), shape(dimension, points));
    try (SingleFields grid = grid(dimension, points)) {
      Tensor again = grid.values(grid.coefficients(u));
      assertThat(again.shape()).isEqualTo(u.shape());
      assertThat(again.toDoubles()).containsExactly(u.toDoubles(), within(10 * ROUNDING));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "FLOAT64, 1, 1e-8",
    "FLOAT64, 2, 1e-8",
    "FLOAT64, 3, 1e-8",
    "FLOAT64, 4, 1e-8",
    "FLOAT32, 1, 1e-4",
    "FLOAT32, 2, 1e-3",
    "FLOAT32, 3, 2e-2"
  })
  void derivative_ofASine_isExactUpToMagnifiedRounding(DType type, int order, double largest) {
    int points = 256;
    double k = 6 * Math.PI;
    double[] u = new double[points];
    double[] expected = new double[points];
    for (int i = 0; i < points; i++) {
      u[i] = Math.sin(k * i / points);
      expected[i] = Math.pow(k, order) * Math.sin(k * i / points + order * Math.PI / 2);
    }
    double sign = order % 4 < 2 ? 1 : -1;
    try (SingleFields grid = grid(Points.of(points), type)) {
      Tensor factor =
          order % 2 == 0
              ? grid.factor(w -> sign * Math.pow(w.x(), order))
              : grid.imaginaryFactor(w -> sign * Math.pow(w.x(), order));
      Tensor v = grid.coefficients(Tensor.of(u, 1, 1, points).to(type));
      Tensor error = grid.values(v.mul(factor)).sub(Tensor.of(expected, 1, 1, points));
      double scale = Math.pow(k, order) / Math.sqrt(2);
      assertThat(Math.sqrt(error.square().mean().item()) / scale).isLessThan(largest);
    }
  }

  @ParameterizedTest
  @CsvSource({"12", "15"})
  void factors_inThePlane_areDerivatives(int points) {
    Tensor u =
        Waves.of(Waves.wave(1, 2, 0, 0.3), Waves.wave(0.5, -2, 1, 1), Waves.wave(0.8, 1, 3, -0.4))
            .planeTensor(points)
            .view(1, 1, points, points);
    try (SingleFields grid = grid(2, points)) {
      Tensor v = grid.coefficients(u);
      Tensor gradient = grid.values(v.mul(grid.imaginaryFactors(List.of(Wave::x, Wave::y))));
      Tensor laplacian = grid.values(v.mul(grid.factor(k -> -k.squared())));
      Tensor xx = Derivative.of(u, 2, 1, -2);
      // Wave numbers up to 6 pi: values of order 1e3.
      assertThat(gradient.select(1, 0).toDoubles())
          .containsExactly(Derivative.of(u, 1, 1, -2).toDoubles(), within(1e-11));
      assertThat(gradient.select(1, 1).toDoubles())
          .containsExactly(Derivative.of(u, 1, 1, -1).toDoubles(), within(1e-11));
      assertThat(laplacian.toDoubles())
          .containsExactly(xx.add(Derivative.of(u, 2, 1, -1)).toDoubles(), within(1e-11));
    }
  }

  @Test
  void oddDerivative_ofTheShortestWave_isZero() {
    int points = 8;
    double[] checkerboard = new double[points * points];
    for (int i = 0; i < checkerboard.length; i++) {
      checkerboard[i] = (i / points + i) % 2 == 0 ? 1 : -1;
    }
    try (SingleFields grid = grid(2, points)) {
      Tensor v = grid.coefficients(Tensor.of(checkerboard, 1, 1, points, points));
      Tensor slope = grid.values(v.mul(grid.imaginaryFactor(Wave::sum)));
      assertThat(slope.abs().sum().item()).isZero();
    }
  }

  @Test
  void imaginaryPart_ofAColumnThatIsItsOwnPartner_isLeftOut() {
    // No real field has an imaginary mean: it must vanish, not spread over the row.
    int points = 6;
    try (SingleFields grid = grid(2, points)) {
      Tensor zero =
          grid.coefficients(Tensor.zeros(DType.FLOAT64, Device.CPU, 1, 1, points, points));
      Tensor illegal = grid.table(new double[1][24], new double[][] {ones(24)});
      Tensor legal = grid.table(new double[1][24], new double[][] {inner(24)});
      assertThat(grid.values(zero.add(illegal)).toDoubles())
          .containsExactly(grid.values(zero.add(legal)).toDoubles(), within(ROUNDING));
    }
  }

  private static double[] ones(int count) {
    double[] values = new double[count];
    Arrays.fill(values, 1);
    return values;
  }

  private static double[] inner(int count) {
    double[] values = ones(count);
    for (int i = 0; i < count; i += 4) {
      values[i] = 0;
      values[i + 3] = 0;
    }
    return values;
  }

  @Test
  void source_givenByItsCoefficients_entersEveryField() {
    // cos(2 pi 2 y) has the coefficient 1/2 at ky = +-4 pi.
    try (SingleFields grid = grid(2, 12)) {
      Tensor source =
          grid.source(k -> k.x() == 0 && Math.abs(Math.abs(k.y()) - 4 * Math.PI) < 1e-9 ? 0.5 : 0);
      Tensor states = Tensor.zeros(DType.FLOAT64, Device.CPU, 2, 1, 12, 12);
      Tensor values = grid.values(grid.coefficients(states).add(source));
      double[] expected = Waves.of(Waves.wave(1, 0, 2, 0)).plane(12);
      for (int f = 0; f < 2; f++) {
        assertThat(values.select(0, f).toDoubles()).containsExactly(expected, within(ROUNDING));
      }
    }
  }
}
