package io.tfsno.spectral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.engine.DType;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(PerTestScope.class)
class WallResampleTest {
  // Sums of four products of order ten in float64.
  private static final double ROUNDING = 1e-13;

  private static Grid walls(int... points) {
    return Grid.of(Points.of(points), new double[] {1}, Boundary.WALL);
  }

  /** A function at the centres of n cells that fill 0 to 1. */
  private static double[] cells(int n, DoubleUnaryOperator f) {
    double[] values = new double[n];
    for (int j = 0; j < n; j++) {
      values[j] = f.applyAsDouble((j + 0.5) / n);
    }
    return values;
  }

  @ParameterizedTest
  @CsvSource({"8, 16", "16, 8", "7, 12", "12, 7", "4, 32", "33, 5"})
  void cubic_onAnyNumberOfCells_isExact(int from, int to) {
    DoubleUnaryOperator cubic = x -> 1 - 2 * x + 3 * x * x - 4 * x * x * x;
    Tensor field = Tensor.of(cells(from, cubic), 1, 1, from);
    assertThat(Resample.to(field, walls(from), Points.of(to)).toDoubles())
        .containsExactly(cells(to, cubic), within(ROUNDING));
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "3, 2"})
  void polynomial_onFewerThanFourCells_isExactToTheirDegree(int cells, int degree) {
    DoubleUnaryOperator power = x -> Math.pow(x, degree);
    assertThat(
            Resample.to(Tensor.of(cells(cells, power), cells), walls(cells), Points.of(9))
                .toDoubles())
        .containsExactly(cells(9, power), within(ROUNDING));
  }

  @Test
  void error_ofASmoothField_fallsWithTheFourthPowerOfTheSpacing() {
    DoubleUnaryOperator wave = x -> Math.sin(3 * x + 1);
    double coarse = error(wave, 32);
    double fine = error(wave, 64);
    assertThat(coarse / fine).isBetween(13.0, 19.0); // 2^4
  }

  private static double error(DoubleUnaryOperator f, int from) {
    double[] found =
        Resample.to(Tensor.of(cells(from, f), from), walls(from), Points.of(2 * from)).toDoubles();
    double[] truth = cells(2 * from, f);
    double worst = 0;
    for (int i = 0; i < truth.length; i++) {
      worst = Math.max(worst, Math.abs(found[i] - truth[i]));
    }
    return worst;
  }

  @Test
  void value_atOneWall_doesNotReachTheOther() {
    double[] spike = new double[16];
    spike[0] = 1;
    double[] found = Resample.to(Tensor.of(spike, 16), walls(16), Points.of(40)).toDoubles();
    assertThat(found[0]).isGreaterThan(0.5);
    for (int i = 20; i < 40; i++) {
      assertThat(found[i]).isZero();
    }
  }

  @Test
  void periodicGrid_givesTheVeryBitsOfFourierInterpolation() {
    Tensor field = Tensor.of(new Rng(3).normals(2 * 12 * 10), 2, 12, 10).to(DType.FLOAT32);
    Grid grid = Grid.periodic(Points.of(12, 10), 1, 2);
    for (Points to : new Points[] {Points.of(8, 16), Points.of(12, 7), Points.of(12, 10)}) {
      assertThat(Resample.to(field, grid, to).toFloats())
          .containsExactly(Resample.to(field, to).toFloats());
    }
  }

  @Test
  void channel_periodicAlongItsLengthOnly_isInterpolatedEachWay() {
    Grid grid = Grid.of(Points.of(16, 9), new double[] {1}, Boundary.PERIODIC, Boundary.WALL);
    Tensor found = Resample.to(product(16, 9), grid, Points.of(24, 14));
    assertThat(found.shape()).containsExactly(1, 24, 14);
    assertThat(found.toDoubles()).containsExactly(product(24, 14).toDoubles(), within(ROUNDING));
  }

  /** A wave along x times a cubic along y. */
  private static Tensor product(int nx, int ny) {
    double[] cubic = cells(ny, y -> y * y * y - y);
    double[] values = new double[nx * ny];
    for (int i = 0; i < values.length; i++) {
      values[i] = Math.cos(2 * Math.PI * 2 * (i / ny) / nx) * cubic[i % ny];
    }
    return Tensor.of(values, 1, nx, ny);
  }

  @Test
  void gradient_ofALinearMeasure_isItsSlopeInEveryDirection() {
    Tensor w = Tensor.of(new Rng(1).normals(12), 12);
    Tensor u = Tensor.of(new Rng(2).normals(7), 7).trainable();
    Resample.to(u, walls(7), Points.of(12)).mul(w).sum().backward();
    Tensor d = Tensor.of(new Rng(9).normals(7), 7);
    assertThat(u.grad().mul(d).sum().item())
        .isCloseTo(Resample.to(d, walls(7), Points.of(12)).mul(w).sum().item(), within(ROUNDING));
  }
}
