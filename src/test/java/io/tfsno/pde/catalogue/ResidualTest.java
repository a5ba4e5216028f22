package io.tfsno.pde.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.engine.Autograd;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.pde.CosineSeries;
import io.tfsno.pde.Equation;
import io.tfsno.pde.EquationType;
import io.tfsno.pde.Residual;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@ExtendWith(PerTestScope.class)
class ResidualTest {
  private static final int POINTS = 48;
  private static final int BOX_POINTS = 24;

  static Stream<String> equations() {
    return Catalogue.all().stream().map(EquationType::name);
  }

  private static Equation standard(String name) {
    return Catalogue.named(name).create(Map.of());
  }

  /** Enough for the products of these waves. */
  private static int points(Equation e) {
    return e.dimension() == 3 ? BOX_POINTS : POINTS;
  }

  private static Residual residual(Equation e, double length, int points, double dt) {
    Grid grid = Grid.periodic(Points.cube(e.dimension(), points), length);
    return new Residual(e, grid, dt, DType.FLOAT64, Device.CPU);
  }

  private static long[] shape(Equation e, int points) {
    return Points.cube(e.dimension(), points).shape(1, e.channels());
  }

  /** These wave numbers; in a box only their signs, so that few points will do. */
  private static List<Integer> wave(Equation e, int kx, int ky) {
    return e.dimension() == 3
        ? List.of(Integer.signum(kx), Integer.signum(ky), 1)
        : List.of(kx, ky).subList(0, e.dimension());
  }

  /** Waves up to 3, a different state in each channel. */
  private static CosineSeries[] waves(Equation e) {
    return IntStream.range(0, e.channels())
        .mapToObj(
            c ->
                new CosineSeries(
                    0.4,
                    List.of(
                        new CosineSeries.Wave(0.3, wave(e, 1, 0), 0.3 + c),
                        new CosineSeries.Wave(0.2, wave(e, 2, 1), 1.1),
                        new CosineSeries.Wave(0.1, wave(e, -1, 3), -0.4 * c))))
        .toArray(CosineSeries[]::new);
  }

  @ParameterizedTest
  @MethodSource("equations")
  void rate_ofASolution_isItsTimeDerivative(String name) {
    Equation e = standard(name);
    double length = e.type().length();
    double h = e.type().dt() / 1000;
    int points = points(e);
    double[][] u = SolverRuns.run(e, length, points, h, 1, 3, points, SolverRuns.series(waves(e)));
    double[] derivative = new double[u[0].length];
    for (int i = 0; i < derivative.length; i++) {
      derivative[i] = (u[2][i] - u[0][i]) / (2 * h);
    }
    try (Residual residual = residual(e, length, points, h)) {
      double[] rate = residual.rate(Tensor.of(u[1], shape(e, points))).toDoubles();
      // A central difference over a thousandth of a solver step.
      assertThat(SolverRuns.relativeError(rate, derivative)).isLessThan(1e-5);
    }
  }

  /** Products are formed in place: their gradients must not suffer from it. */
  @ParameterizedTest
  @MethodSource("equations")
  void gradient_ofTheResidual_isThatOfFiniteDifferences(String name) {
    Equation e = standard(name);
    int points = 12;
    int count = e.channels() * (int) Math.pow(points, e.dimension());
    try (Residual residual = residual(e, e.type().length(), points, e.type().dt())) {
      Tensor now = Tensor.of(new Rng(1).normals(count), shape(e, points));
      Tensor next = Tensor.of(new Rng(2).normals(count), shape(e, points)).trainable();
      Tensor direction = Tensor.of(new Rng(3).normals(count), shape(e, points));
      Tensor weights = Tensor.of(new Rng(4).normals(count), shape(e, points));
      residual.of(next, now).mul(weights).sum().backward();
      double slope = next.grad().mul(direction).sum().item();
      try (Autograd.Mode off = Autograd.off()) {
        double step = 1e-4;
        double up = residual.of(next.addScaled(direction, step), now).mul(weights).sum().item();
        double down = residual.of(next.addScaled(direction, -step), now).mul(weights).sum().item();
        double size = Math.sqrt(next.grad().square().sum().item());
        assertThat((up - down) / (2 * step)).isCloseTo(slope, within(1e-6 * size));
        assertThat(size).isPositive();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("equations")
  void residual_ofTheTrueStep_fallsWithTheSquareOfTheStep(String name) {
    Equation e = standard(name);
    // Coarse enough for the error to stand above rounding, fine enough to be of second order.
    double dt = e.type().dt() / 8;
    double coarse = firstLevel(e, dt);
    double fine = firstLevel(e, dt / 2);
    assertThat(coarse / fine).isCloseTo(4, within(0.3));
  }

  private static double firstLevel(Equation e, double dt) {
    double length = e.type().length();
    int points = points(e);
    double[][] u =
        SolverRuns.run(e, length, points, dt, 10, 2, points, SolverRuns.series(waves(e)));
    return level(e, length, dt, points, u[0], u[1]);
  }

  /** {@code |r| / |u_t|}. */
  private static double level(
      Equation e, double length, double dt, int points, double[] before, double[] after) {
    try (Residual residual = residual(e, length, points, dt)) {
      long[] shape = shape(e, points);
      double[] r = residual.of(Tensor.of(after, shape), Tensor.of(before, shape)).toDoubles();
      double[] rate = new double[r.length];
      for (int i = 0; i < r.length; i++) {
        rate[i] = (after[i] - before[i]) / dt;
      }
      return SolverRuns.rms(r) / SolverRuns.rms(rate);
    }
  }

  /** Levels that a prototype measured on solutions of its own, and the time where ours is alike. */
  @ParameterizedTest
  @CsvSource({
    "E1, 0.2, 0.05, 6.7e-2",
    "E1, 0.2, 0.02, 9.9e-3",
    "E1, 0.2, 0.01, 2.4e-3",
    "E1, 0.2, 0.005, 5.8e-4",
    "E2, 0, 0.1, 1.6e-2",
    "E2, 0, 0.05, 4.0e-3",
    "E2, 0, 0.02, 6.6e-4",
    "E3, 10, 1, 2.2e-2",
    "E3, 10, 0.5, 5.4e-3",
    "E3, 10, 0.25, 1.3e-3",
    "E3, 10, 0.1, 2.2e-4"
  })
  void level_onTrueSolutions_isThatOfThePrototype(
      String id, double start, double dt, double expected) {
    Benchmark b = Benchmark.named(id);
    Equation e = id.equals("E2") ? new AllenCahn(1, 1e-4, 5) : b.equation();
    int steps = (int) Math.round(start / dt);
    double[][] u =
        SolverRuns.run(
            e,
            b.length(),
            768,
            dt,
            50,
            steps + 2,
            256,
            solver -> b.sampler().draw(solver.modes(), b.stream(1, Benchmark.Split.TRAIN, 0)));
    double level = level(e, b.length(), dt, 256, u[steps], u[steps + 1]);
    assertThat(level).isBetween(expected / 2, expected * 1.5);
  }

  @ParameterizedTest
  @CsvSource({
    "advection1d, 1",
    "heat2d, 2",
    "burgers1d, 2",
    "allen_cahn2d, 2",
    "gray_scott2d, 2",
    "navier_stokes2d, 2",
    "kdv1d, 3",
    "ks1d, 4",
    "ks2d, 4",
    "cahn_hilliard2d, 4",
    "swift_hohenberg2d, 4"
  })
  void order_ofTheLinearPart_isThatOfItsHighestDerivative(String name, int order) {
    assertThat(Residual.order(standard(name))).isEqualTo(order);
  }

  @Test
  void order_withoutALinearPart_isZero() {
    assertThat(Residual.order(new NavierStokes2d(0))).isZero();
  }

  @ParameterizedTest
  @CsvSource({"heat1d, 16", "ks1d, 12", "kdv1d, 16"})
  void residual_ofAWaveBeyondTheMask_isZero(String name, int largest) {
    Equation e = standard(name);
    Tensor rest = Tensor.zeros(DType.FLOAT64, Device.CPU, 1, 1, POINTS);
    try (Residual residual = residual(e, 1, POINTS, 1)) {
      for (int k = largest; k <= largest + 1; k++) {
        int wave = k;
        double[] u = SolverRuns.onLine(POINTS, 1, x -> 1e-6 * Math.cos(2 * Math.PI * wave * x));
        double size = SolverRuns.rms(residual.of(Tensor.of(u, 1, 1, POINTS), rest).toDoubles());
        if (k == largest) {
          assertThat(size).isGreaterThan(1e-7);
        } else {
          // The square of 1e-6 reaches kept waves.
          assertThat(size).isLessThan(1e-8);
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"E1, 0", "E3, 0", "E4, 0", "E6, 0", "E2, 1", "E5, 1"})
  void rate_ofAConstant_isThatOfTheReactionAlone(String id, double r) {
    Benchmark b = Benchmark.named(id);
    long[] shape = shape(b.equation(), POINTS);
    double u = 0.6;
    try (Residual residual = residual(b.equation(), b.length(), POINTS, b.interval())) {
      Tensor rate = residual.rate(Tensor.full(u, DType.FLOAT64, Device.CPU, shape));
      double expected = r * (u - u * u * u);
      assertThat(rate.add(-expected).abs().sum().item() / rate.count()).isLessThan(1e-12);
    }
  }

  @Test
  void rate_inFloat32_isHeldByTheMask() {
    // Unmasked, the fourth derivative of a long wave is rounding: a quarter of it is wrong.
    int points = 256;
    double k = 6 * Math.PI;
    double[] u = SolverRuns.onLine(points, 1, x -> 1e-6 * Math.sin(k * x));
    double[] expected =
        SolverRuns.onLine(points, 1, x -> 1e-6 * (k * k - k * k * k * k) * Math.sin(k * x));
    try (Residual residual =
        new Residual(
            new KuramotoSivashinsky1d(),
            Grid.periodic(Points.of(points), 1),
            1,
            DType.FLOAT32,
            Device.CPU)) {
      Tensor rate = residual.rate(Tensor.of(u, 1, 1, points).to(DType.FLOAT32));
      assertThat(SolverRuns.relativeError(rate.toDoubles(), expected)).isLessThan(0.05);
    }
  }

  @ParameterizedTest
  @MethodSource("equations")
  void constants_outliveTheScopeTheyWereMadeIn(String name) {
    Equation e = standard(name);
    Residual residual;
    try (Scope scope = new Scope()) {
      residual = residual(e, e.type().length(), 12, 0.1);
    }
    Tensor u = Tensor.full(0.3, DType.FLOAT64, Device.CPU, shape(e, 12));
    assertThat(residual.of(u, u).allFinite()).isTrue();
    residual.close();
  }
}
