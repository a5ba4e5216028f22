package io.tfsno.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.data.Normaliser;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Boundary;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.util.List;
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

  @ParameterizedTest
  @CsvSource({"3, 0", "0, 3", "2, 5"})
  void planeWave_onARectangle_weighsEachAxisByItsOwnWaveNumber(int kx, int ky) {
    Grid grid = Grid.periodic(Points.of(48, 96), 1, 7);
    double[] e = new double[48 * 96];
    for (int i = 0; i < e.length; i++) {
      e[i] = Math.cos(2 * Math.PI * (kx * (i / 96) / 48.0 + ky * (i % 96) / 96.0));
    }
    Tensor error = Tensor.of(e, 1, 1, 48, 96);
    double weight =
        Math.pow(48 * Math.sin(2 * Math.PI * kx / 48) / (2 * Math.PI), 2)
            + Math.pow(96 * Math.sin(2 * Math.PI * ky / 96) / (2 * Math.PI), 2);
    assertThat(new Objective(0.2, grid).loss(error, error.mul(0)).item())
        .isCloseTo(0.5 * (1 + 0.2 * weight), within(1e-12));
  }

  @Test
  void parabolaBetweenWalls_hasItsExactSlopes() {
    // Second-order differences are exact for it, at the walls as well: e = x^2, e' = 2 x.
    int n = 12;
    double h = 0.25;
    Grid walls = Grid.of(Points.of(n), new double[] {n * h}, Boundary.WALL);
    Tensor error = line(n, i -> i * h * i * h);
    double expected = 0;
    for (int i = 0; i < n; i++) {
      double x = i * h;
      expected += (Math.pow(x, 4) + 0.1 * Math.pow(n * h / (2 * Math.PI) * 2 * x, 2)) / n;
    }
    assertThat(new Objective(0.1, walls).loss(error, error.mul(0)).item())
        .isCloseTo(expected, within(1e-12));
  }

  @Test
  void walledAxis_besideAPeriodicOne_isTheOnlyOneThatEnds() {
    // Constant along the walled axis x, a ramp along it would be: only the periodic axis sees a
    // jump.
    Grid mixed = Grid.of(Points.of(8, 8), new double[] {1, 1}, Boundary.WALL, Boundary.PERIODIC);
    Tensor ramp = line(8, i -> i);
    Tensor alongX = ramp.view(1, 1, 8, 1).expand(1, 1, 8, 8);
    Tensor alongY = ramp.view(1, 1, 1, 8).expand(1, 1, 8, 8);
    double meanSquare = 17.5; // of 0..7
    double slope = Math.pow(8 / (2 * Math.PI), 2); // (L/2pi)^2 (1/h)^2
    assertThat(new Objective(1, mixed).loss(alongX, alongX.mul(0)).item())
        .isCloseTo(meanSquare + slope, within(1e-9));
    // At the two ends of a periodic axis the difference is -6 instead of 2.
    double jumps = slope * (6 + 2 * 9) / 8;
    assertThat(new Objective(1, mixed).loss(alongY, alongY.mul(0)).item())
        .isCloseTo(meanSquare + jumps, within(1e-9));
  }

  @Test
  void channels_afterNormalisation_weighTheSame() {
    // Each off by a tenth of its own deviation: 0.001 of a density, 100 of a pressure.
    Normaliser normaliser = new Normaliser(List.of(1.0, 1e5), List.of(0.01, 1e3));
    Tensor truth = Tensor.of(new double[] {1, 1, 1, 1, 1e5, 1e5, 1e5, 1e5}, 1, 2, 4);
    Tensor target = normaliser.normalise(truth);
    Objective objective = new Objective(0.01, 1);
    double[] losses = new double[2];
    for (int c = 0; c < 2; c++) {
      double[] off = {c == 0 ? 0.001 : 0, c == 1 ? 100 : 0};
      Tensor wrong = normaliser.normalise(truth.add(Tensor.of(off, 1, 2, 1)));
      losses[c] = objective.loss(wrong, target).item();
    }
    assertThat(losses[0]).isCloseTo(0.005, within(1e-9));
    assertThat(losses[1]).isCloseTo(losses[0], within(1e-9));
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
