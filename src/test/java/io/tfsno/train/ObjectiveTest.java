package io.tfsno.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tolerances: float64 and a few roundings, unless said. */
@ExtendWith(PerTestScope.class)
class ObjectiveTest {
  @ParameterizedTest
  @CsvSource({"1, 64", "3, 64", "5, 33", "16, 64", "32, 64"})
  void cosineError_ofWaveNumberK_weighsOnePlusH1KSquared(int k, int n) {
    Tensor error = line(n, i -> 0.7 * Math.cos(2 * Math.PI * k * i / n));
    double meanSquare = error.square().mean().item();
    double kh = 2 * Math.PI * k / n;
    double seen = Math.pow(Math.sin(kh) / kh, 2); // what central differences see of k^2
    assertThat(new Objective(0.3, 1).loss(error, error.mul(0)).item())
        .isCloseTo(meanSquare * (1 + 0.3 * k * k * seen), within(1e-12));
  }

  @Test
  void resolvedWave_onAnyGrid_weighsTheSame() {
    for (int n : new int[] {256, 512, 1024}) {
      Tensor error = line(n, i -> Math.cos(2 * Math.PI * 4 * i / n));
      // (kh)^2 / 3 = 0.3 % at the coarsest of these grids.
      assertThat(new Objective(0.1, 1).loss(error, error.mul(0)).item())
          .isCloseTo(0.5 * (1 + 0.1 * 16), within(0.01));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 2 * Math.PI, 64})
  void loss_ofTheFormulaWithABox_doesNotDependOnItsLength(double length) {
    int n = 20;
    double[] e = new Rng(1).normals(n);
    double h = length / n;
    double expected = 0;
    for (int i = 0; i < n; i++) {
      double slope = (e[(i + 1) % n] - e[(i + n - 1) % n]) / (2 * h);
      expected += (e[i] * e[i] + 0.05 * Math.pow(length / (2 * Math.PI) * slope, 2)) / n;
    }
    Tensor error = Tensor.of(e, 1, 1, n);
    assertThat(new Objective(0.05, 1).loss(error, error.mul(0)).item())
        .isCloseTo(expected, within(1e-12));
  }

  @Test
  void withoutH1_theLossIsTheMeanSquare() {
    double[] e = new Rng(2).normals(40);
    double expected = 0;
    for (double v : e) {
      expected += v * v / 40;
    }
    Tensor target = Tensor.of(new Rng(3).normals(40), 2, 2, 10);
    Tensor prediction = target.add(Tensor.of(e, 2, 2, 10));
    assertThat(new Objective(0, 1).loss(prediction, target).item())
        .isCloseTo(expected, within(1e-12));
  }

  @ParameterizedTest
  @CsvSource({"3, 0", "0, 3", "2, 5", "2, -5"})
  void planeWave_inTwoDimensions_weighsBothAxes(int kx, int ky) {
    int n = 24;
    double[] e = new double[n * n];
    for (int i = 0; i < e.length; i++) {
      e[i] = Math.cos(2 * Math.PI * (kx * (i / n) + ky * (i % n)) / n);
    }
    Tensor error = Tensor.of(e, 1, 1, n, n);
    double weight = 0;
    for (int k : new int[] {kx, ky}) {
      weight += Math.pow(n * Math.sin(2 * Math.PI * k / n) / (2 * Math.PI), 2);
    }
    assertThat(new Objective(0.2, 2).loss(error, error.mul(0)).item())
        .isCloseTo(0.5 * (1 + 0.2 * weight), within(1e-12));
  }

  @Test
  void channelAxis_isNotDifferentiated() {
    // Constant in space, different from channel to channel.
    Tensor error = Tensor.of(new double[] {1, 1, 1, 1, -3, -3, -3, -3}, 1, 2, 4);
    assertThat(new Objective(10, 1).loss(error, error.mul(0)).item()).isCloseTo(5, within(1e-12));
  }

  @Test
  void checkerboard_unseenByDifferences_stillCounts() {
    Tensor error = line(16, i -> i % 2 == 0 ? 1 : -1);
    assertThat(new Objective(100, 1).loss(error, error.mul(0)).item()).isEqualTo(1);
  }

  @Test
  void equalFields_haveLossAndGradientZero() {
    Tensor target = Tensor.of(new Rng(4).normals(32), 2, 1, 16);
    Tensor prediction = target.copy().trainable();
    Tensor loss = new Objective(0.01, 1).loss(prediction, target);
    loss.backward();
    assertThat(loss.item()).isZero();
    assertThat(prediction.grad().toDoubles()).containsOnly(0);
  }

  @Test
  void gradient_ofTheLoss_agreesWithADifferenceQuotient() {
    Objective objective = new Objective(0.05, 2);
    Tensor target = Tensor.of(new Rng(5).normals(36), 1, 1, 6, 6);
    double[] p = new Rng(6).normals(36);
    Tensor prediction = Tensor.of(p, 1, 1, 6, 6).trainable();
    objective.loss(prediction, target).backward();
    double[] gradient = prediction.grad().toDoubles();
    for (int i : new int[] {0, 7, 35}) {
      double step = 1e-4;
      double[] up = p.clone();
      double[] down = p.clone();
      up[i] += step;
      down[i] -= step;
      double quotient =
          (objective.loss(Tensor.of(up, 1, 1, 6, 6), target).item()
                  - objective.loss(Tensor.of(down, 1, 1, 6, 6), target).item())
              / (2 * step);
      // The loss is quadratic, so the quotient is exact up to rounding: 1e-16 / 1e-4.
      assertThat(gradient[i]).isCloseTo(quotient, within(1e-10));
    }
  }

  private static Tensor line(int n, IntToDoubleFunction value) {
    double[] values = new double[n];
    for (int i = 0; i < n; i++) {
      values[i] = value.applyAsDouble(i);
    }
    return Tensor.of(values, 1, 1, n);
  }
}
