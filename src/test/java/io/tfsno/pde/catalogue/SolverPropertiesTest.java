package io.tfsno.pde.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.base.Cancellation;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.ResidentMemory;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.symmetry.Symmetries;
import io.tfsno.pde.CosineSeries;
import io.tfsno.pde.Equation;
import io.tfsno.pde.EquationType;
import io.tfsno.pde.solver.BlowUp;
import io.tfsno.pde.solver.Solver;
import io.tfsno.spectral.Axis;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What must hold for every equation, whatever its solution. */
@ExtendWith(PerTestScope.class)
class SolverPropertiesTest {
  // The same operations in another order or place: rounding, grown over ten steps.
  private static final double ROUNDING = 1e-12;

  private static final int STORED = 16;

  static Stream<EquationType> everyEquation() {
    return Catalogue.all().stream();
  }

  static Stream<Benchmark> everyBenchmark() {
    return Benchmark.all().stream();
  }

  /** A state of small waves about 1/2, which every equation bears; each number gives another. */
  private static CosineSeries state(int dimension, int number) {
    Rng rng = new Rng(number);
    List<CosineSeries.Wave> waves = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      List<Integer> k = Stream.generate(() -> rng.below(7) - 3).limit(dimension).toList();
      waves.add(new CosineSeries.Wave(0.05, k, 2 * Math.PI * rng.uniform()));
    }
    return new CosineSeries(0.5, waves);
  }

  /** States of the given numbers as one batch, all channels different. */
  private static Function<Solver, Tensor> states(EquationType type, int... numbers) {
    return solver ->
        Tensor.cat(
            0,
            Arrays.stream(numbers)
                .mapToObj(
                    n ->
                        CosineSeries.coefficients(
                            IntStream.range(0, type.fields().size())
                                .mapToObj(c -> state(type.dimension(), 10 * n + c))
                                .toList(),
                            solver.modes(),
                            solver.largestWave()))
                .toArray(Tensor[]::new));
  }

  private static double[] evolve(EquationType type, int... numbers) {
    Equation equation = type.create(Map.of());
    return SolverRuns.run(
        equation, type.length(), 24, 10 * type.dt(), 10, 2, 16, states(type, numbers))[1];
  }

  @ParameterizedTest
  @MethodSource("everyEquation")
  void trajectories_ofAnyEquation_doNotKnowTheirNeighbours(EquationType type) {
    // Two share a complex field, so this also shows that the halves of a pair never mix.
    double[] together = evolve(type, 1, 2, 3);
    int each = together.length / 3;
    for (int i = 0; i < 3; i++) {
      double[] alone = evolve(type, i + 1);
      assertThat(SolverRuns.rms(alone)).isPositive().isFinite();
      assertThat(
              SolverRuns.relativeError(
                  Arrays.copyOfRange(together, i * each, (i + 1) * each), alone))
          .isLessThan(ROUNDING);
    }
    assertThat(SolverRuns.relativeError(evolve(type, 3, 1), joined(together, each, 2, 0)))
        .isLessThan(ROUNDING);
  }

  private static double[] joined(double[] all, int each, int first, int second) {
    double[] result = new double[2 * each];
    System.arraycopy(all, first * each, result, 0, each);
    System.arraycopy(all, second * each, result, each, each);
    return result;
  }

  @ParameterizedTest
  @MethodSource("everyEquation")
  void evolution_ofAnyEquation_changesTheState(EquationType type) {
    Equation equation = type.create(Map.of());
    double[][] found =
        SolverRuns.run(equation, type.length(), 24, 7 * type.dt(), 7, 2, 16, states(type, 1));
    assertThat(SolverRuns.relativeError(found[1], found[0])).isGreaterThan(1e-6);
  }

  @ParameterizedTest
  @MethodSource("everyBenchmark")
  void translation_byWholeCells_commutesWithTheSolver(Benchmark b) {
    int points = b.dimension() == 1 ? 96 : 48;
    int stored = points * 2 / 3;
    int shift = 5;
    CosineSeries u0 = state(b.dimension(), b.number());
    // u0(x - s) has each phase lowered by k.s.
    double cell = 2 * Math.PI * shift / stored;
    CosineSeries moved =
        new CosineSeries(
            u0.mean(),
            u0.waves().stream()
                .map(
                    w ->
                        new CosineSeries.Wave(
                            w.amplitude(), w.k(), w.phase() - cell * w.k().get(0)))
                .toList());
    double[] still = run(b, points, stored, SolverRuns.series(u0));
    double[] shifted = run(b, points, stored, SolverRuns.series(moved));
    Tensor rolled =
        b.dimension() == 1
            ? Tensor.of(still, stored).roll(shift, 0)
            : Tensor.of(still, stored, stored).roll(shift, 0);
    assertThat(SolverRuns.relativeError(shifted, rolled.toDoubles())).isLessThan(ROUNDING);
  }

  static Stream<Arguments> everySymmetry() {
    return KnownSymmetries.types().stream()
        .flatMap(
            type ->
                KnownSymmetries.of(type, Catalogue.named(type).fields()).stream()
                    .map(text -> Arguments.of(type, text)));
  }

  /** The image of a solution is the solution from the image. */
  @ParameterizedTest
  @MethodSource("everySymmetry")
  void symmetriesOfAnEquation_commuteWithItsSolver(String name, String text) {
    assertThat(asymmetry(name, text)).isLessThan(ROUNDING);
  }

  /** So that the test above can fail: what is not a symmetry is found to be none. */
  @ParameterizedTest
  @CsvSource({
    "burgers1d, u -> -u",
    "burgers1d, x -> -x",
    "ks1d, u -> -u",
    "burgers2d_scalar, 'x -> -x, u -> -u'",
    "navier_stokes2d, w -> -w",
    "navier_stokes2d, x -> -x"
  })
  void others_doNot(String name, String text) {
    assertThat(asymmetry(name, text)).isGreaterThan(1e-4);
  }

  private static double asymmetry(String name, String text) {
    EquationType type = Catalogue.named(name);
    CosineSeries u0 = state(type.dimension(), 3);
    List<String> axes = List.of("x", "y", "z").subList(0, type.dimension());
    double sign = text.contains(type.fields().get(0) + " ->") ? -1 : 1;
    CosineSeries image =
        new CosineSeries(
            sign * u0.mean(),
            u0.waves().stream()
                .map(
                    w ->
                        new CosineSeries.Wave(
                            sign * w.amplitude(),
                            IntStream.range(0, axes.size())
                                .mapToObj(a -> (text.contains(axes.get(a)) ? -1 : 1) * w.k().get(a))
                                .toList(),
                            w.phase()))
                .toList());
    long[] shape = LongStream.generate(() -> STORED).limit(2 + type.dimension()).toArray();
    shape[0] = 1;
    shape[1] = 1;
    Tensor still = Tensor.of(solved(type, u0), shape);
    List<Axis> grid = Grid.periodic(Points.cube(type.dimension(), STORED), 1).axes();
    Symmetries one = new Symmetries(List.of(text), grid, type.fields());
    double[] expected = one.images(still).narrow(0, 1, 1).contiguous().toDoubles();
    return SolverRuns.relativeError(solved(type, image), expected);
  }

  private static double[] solved(EquationType type, CosineSeries u0) {
    Equation equation = type.create(Map.of());
    return SolverRuns.run(
        equation, type.length(), 24, 10 * type.dt(), 10, 2, STORED, SolverRuns.series(u0))[1];
  }

  private static double[] run(
      Benchmark b, int points, int stored, Function<Solver, Tensor> initial) {
    return SolverRuns.run(b.equation(), b.length(), points, b.interval(), 10, 2, stored, initial)[
        1];
  }

  @Test
  void navierStokes_turnedByARightAngle_turnsItsSolution() {
    Benchmark b = Benchmark.named("E6");
    int n = 32;
    CosineSeries w0 =
        new CosineSeries(
            0,
            List.of(
                new CosineSeries.Wave(0.8, List.of(1, 2), 0.1),
                new CosineSeries.Wave(0.6, List.of(3, -1), 0.7),
                new CosineSeries.Wave(0.4, List.of(0, 4), 1.3)));
    // w'(x, y) = w(y, -x): the wave (kx, ky) becomes (-ky, kx).
    CosineSeries turned =
        new CosineSeries(
            0,
            w0.waves().stream()
                .map(w -> new CosineSeries.Wave(w.amplitude(), turned(w.k()), w.phase()))
                .toList());
    double[] still =
        SolverRuns.run(b.equation(), b.length(), 48, 4, 80, 2, n, SolverRuns.series(w0))[1];
    double[] after =
        SolverRuns.run(b.equation(), b.length(), 48, 4, 80, 2, n, SolverRuns.series(turned))[1];
    double[] expected = new double[n * n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        expected[i * n + j] = still[j * n + (n - i) % n];
      }
    }
    assertThat(SolverRuns.relativeError(after, expected)).isLessThan(ROUNDING);
  }

  private static List<Integer> turned(List<Integer> k) {
    return List.of(-k.get(1), k.get(0));
  }

  @Test
  void firstSnapshot_ofARun_isTheInitialState() {
    CosineSeries u0 = state(1, 4);
    double[] found =
        SolverRuns.run(new Heat(1, 0.01), 1, 48, 1, 1, 1, 32, SolverRuns.series(u0))[0];
    double[] expected =
        SolverRuns.onLine(
            32,
            1,
            x ->
                u0.mean()
                    + u0.waves().stream()
                        .mapToDouble(
                            w ->
                                w.amplitude()
                                    * Math.cos(2 * Math.PI * w.k().get(0) * x + w.phase()))
                        .sum());
    assertThat(found).containsExactly(expected, within(1e-15));
  }

  @Test
  void step_farTooLarge_endsInABlowUpThatSaysWhen() {
    // max|u| k_max h = 1 * 797 * 0.1, forty times the stability bound.
    assertThatExceptionOfType(BlowUp.class)
        .isThrownBy(
            () ->
                SolverRuns.run(
                    new Burgers(1, 1e-4),
                    1,
                    384,
                    0.5,
                    5,
                    100,
                    256,
                    SolverRuns.line(1, x -> Math.sin(2 * Math.PI * x))))
        .withMessageMatching(
            "burgers1d with solver step dt = 0\\.100000 became infinite between t = \\S+ and t = \\S+")
        .satisfies(
            e -> {
              assertThat(e.dt()).isEqualTo(0.1);
              assertThat(e.before() - e.after()).isCloseTo(0.5, within(1e-12));
              assertThat(e.before()).isPositive();
            });
  }

  @Test
  void cancellation_requestedDuringARun_stopsItBeforeTheNextSnapshot() {
    Cancellation cancellation = new Cancellation();
    List<Integer> seen = new ArrayList<>();
    Solver solver =
        new Solver(new Heat(1, 0.01), Grid.periodic(Points.of(48), 1), 0.1, 2, Device.CPU);
    Tensor initial = SolverRuns.series(state(1, 1)).apply(solver);
    assertThatExceptionOfType(CancellationException.class)
        .isThrownBy(
            () ->
                solver.run(
                    initial,
                    10,
                    Points.of(32),
                    cancellation,
                    (index, values) -> {
                      seen.add(index);
                      if (index == 2) {
                        cancellation.request();
                      }
                    }));
    assertThat(seen).containsExactly(0, 1, 2);
  }

  @Test
  void cancellation_ofManyRuns_freesTheirStates() throws IOException {
    // A state of 128 pairs of 1536 complex modes is 3 MB: 40 leaked ones would show as 120 MB.
    Solver solver =
        new Solver(new Heat(1, 0.01), Grid.periodic(Points.of(1536), 1), 0.1, 2, Device.CPU);
    double growth =
        ResidentMemory.growth(
            20,
            40,
            i -> {
              try (Scope scope = new Scope()) {
                Tensor initial = SolverRuns.series(state(1, 1)).apply(solver);
                Cancellation cancellation = new Cancellation();
                cancellation.request();
                solver.run(
                    initial.expand(256, 1, 1536), 2, Points.of(8), cancellation, (s, values) -> {});
              } catch (CancellationException expected) {
                // The point of this run.
              }
            });
    assertThat(growth).isLessThan(30);
  }
}
