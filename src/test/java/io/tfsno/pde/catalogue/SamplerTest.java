package io.tfsno.pde.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.pde.CosineSeries;
import io.tfsno.pde.Sampler;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.ModeShells;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.PairedFields;
import io.tfsno.spectral.Points;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@ExtendWith(PerTestScope.class)
class SamplerTest {
  static Stream<Benchmark> everyBenchmark() {
    return Benchmark.all().stream();
  }

  private static double[] values(Benchmark b, long index, int solverPoints, int points) {
    PairedFields grid = new PairedFields(b.grid(solverPoints), Device.CPU);
    Rng stream = b.stream(Benchmark.MASTER_SEED, Benchmark.Split.TRAIN, index);
    Tensor state = b.sampler().draw(grid.modes(), stream);
    return grid.singleValues(grid.pair(state), 1, Points.cube(b.dimension(), points)).toDoubles();
  }

  private static int small(Benchmark b) {
    return b.dimension() == 1 ? 192 : 48;
  }

  @ParameterizedTest
  @MethodSource("everyBenchmark")
  void state_ofAnyBenchmark_hasTheDrawnAmplitudeAndNoMean(Benchmark b) {
    for (int index = 0; index < 5; index++) {
      double[] u = values(b, index, small(b), small(b) * 2 / 3);
      double uniform = b.stream(Benchmark.MASTER_SEED, Benchmark.Split.TRAIN, index).uniform();
      double amplitude = b.sampler().amplitude().applyAsDouble(uniform);
      // Exact but for the rounding of a transform and of this sum.
      assertThat(SolverRuns.rms(u) / amplitude).isCloseTo(1, within(1e-14));
      assertThat(Arrays.stream(u).average().orElseThrow()).isCloseTo(0, within(1e-15));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "E1, 0.3, 0.6",
    "E2, 0.02, 0.2",
    "E3, 0.2, 0.5",
    "E4, 0.3, 0.5",
    "E5, 0.2, 0.5",
    "E6, 0.18, 0.26"
  })
  void amplitude_overTheUniformRange_coversItsInterval(String id, double from, double to) {
    Sampler sampler = Benchmark.named(id).sampler();
    assertThat(sampler.amplitude().applyAsDouble(0)).isCloseTo(from, within(1e-15));
    assertThat(sampler.amplitude().applyAsDouble(1)).isCloseTo(to, within(1e-15));
  }

  @ParameterizedTest
  @CsvSource({"E1, 8", "E2, 32", "E3, 4", "E4, 40", "E5, 220", "E6, 56"})
  void state_ofABenchmark_hasJustTheStatedModes(String id, int count) {
    Benchmark b = Benchmark.named(id);
    Modes modes = PairedFields.modes(Points.cube(b.dimension(), small(b)));
    double[] c = b.sampler().draw(modes, new Rng(1)).asReal().toDoubles();
    int found = 0;
    for (int i = 0; i < modes.count(); i++) {
      boolean present = c[2 * i] != 0 || c[2 * i + 1] != 0;
      double radius = ModeShells.radius(modes.arrayWaves(i));
      assertThat(present).isEqualTo(radius > 0 && radius <= b.sampler().maxMode());
      found += present ? 1 : 0;
    }
    // Each mode is there with its conjugate.
    assertThat(found).isEqualTo(2 * count);
  }

  @ParameterizedTest
  @MethodSource("everyBenchmark")
  void state_ofOneIndex_isTheSameOnEveryGrid(Benchmark b) {
    int coarse = small(b) / 3;
    double[] small = values(b, 3, small(b), 2 * coarse);
    double[] large = values(b, 3, 2 * small(b), 4 * coarse);
    for (int i = 0; i < small.length; i++) {
      int n = 2 * coarse;
      int there = b.dimension() == 1 ? 2 * i : (2 * (i / n)) * 2 * n + 2 * (i % n);
      // Equal functions, transforms of different lengths.
      assertThat(small[i]).isCloseTo(large[there], within(1e-14));
    }
  }

  @Test
  void states_drawnTogether_areThoseDrawnAlone() {
    Benchmark b = Benchmark.named("E5");
    Modes modes = PairedFields.modes(Points.of(48, 48));
    Tensor together = b.sampler().draw(modes, new Rng(5), new Rng(6));
    assertThat(together.narrow(0, 1, 1).asReal().toDoubles())
        .containsExactly(b.sampler().draw(modes, new Rng(6)).asReal().toDoubles());
  }

  @Test
  void navierStokes_atTwoReynoldsNumbers_startsFromTheSameField() {
    Benchmark main = Benchmark.named("E6");
    Benchmark source = main.withReynolds(500);
    assertThat(main.equation().parameters()).containsEntry("Re", 1000.0);
    assertThat(source.equation().parameters()).containsEntry("Re", 500.0);
    assertThat(values(source, 7, 48, 32)).containsExactly(values(main, 7, 48, 32));
  }

  @Test
  void states_ofOtherIndicesSplitsSeedsAndBenchmarks_differ() {
    Benchmark b = Benchmark.named("E1");
    List<Rng> streams =
        List.of(
            b.stream(1, Benchmark.Split.TRAIN, 0),
            b.stream(1, Benchmark.Split.TRAIN, 1),
            b.stream(1, Benchmark.Split.TEST, 0),
            b.stream(1, Benchmark.Split.VALIDATION, 0),
            b.stream(2, Benchmark.Split.TRAIN, 0),
            Benchmark.named("E2").stream(1, Benchmark.Split.TRAIN, 0));
    assertThat(streams.stream().map(Rng::next)).doesNotHaveDuplicates();
  }

  @Test
  void state_onALine_isTheStatedSum() {
    Sampler sampler = new Sampler(u -> 0.3 + 0.3 * u, 8, m -> 1 / Math.sqrt(m));
    Rng rng = new Rng(11);
    double rms = 0.3 + 0.3 * rng.uniform();
    List<CosineSeries.Wave> waves = new ArrayList<>();
    for (int m = 1; m <= 8; m++) {
      addPair(waves, List.of(m), rng.normalPair(), 1 / Math.sqrt(m));
    }
    PairedFields grid = new PairedFields(Grid.periodic(Points.of(48), 1), Device.CPU);
    double[] found =
        grid.singleValues(grid.pair(sampler.draw(grid.modes(), new Rng(11))), 1, Points.of(32))
            .toDoubles();
    double[] expected = SolverRuns.onLine(32, 1, x -> scaledSum(waves, rms, x));
    assertThat(found).containsExactly(expected, within(1e-14));
  }

  @Test
  void state_inThePlane_drawsItsModesInTheStatedOrder() {
    Sampler sampler = new Sampler(u -> u + 1, 2, m -> m);
    Rng rng = new Rng(12);
    double rms = rng.uniform() + 1;
    List<CosineSeries.Wave> waves = new ArrayList<>();
    for (int[] m : new int[][] {{1, 0}, {2, 0}, {-1, 1}, {0, 1}, {1, 1}, {0, 2}}) {
      addPair(waves, List.of(m[0], m[1]), rng.normalPair(), Math.hypot(m[0], m[1]));
    }
    PairedFields grid = new PairedFields(Grid.periodic(Points.of(24, 24), 1), Device.CPU);
    double[] found =
        grid.singleValues(grid.pair(sampler.draw(grid.modes(), new Rng(12))), 1, Points.of(16, 16))
            .toDoubles();
    double[] expected = SolverRuns.onPlane(16, 1, (x, y) -> scaledSum(waves, rms, x, y));
    assertThat(found).containsExactly(expected, within(1e-14));
  }

  /** a cos + b sin as two cosines. */
  private static void addPair(
      List<CosineSeries.Wave> waves, List<Integer> k, double[] pair, double s) {
    waves.add(new CosineSeries.Wave(s * pair[0], k, 0));
    waves.add(new CosineSeries.Wave(s * pair[1], k, -Math.PI / 2));
  }

  private static double scaledSum(List<CosineSeries.Wave> waves, double rms, double... x) {
    double power = waves.stream().mapToDouble(w -> w.amplitude() * w.amplitude() / 2).sum();
    double sum =
        waves.stream()
            .mapToDouble(w -> w.amplitude() * Math.cos(2 * Math.PI * turns(w.k(), x) + w.phase()))
            .sum();
    return rms * sum / Math.sqrt(power);
  }

  private static double turns(List<Integer> k, double... x) {
    double sum = 0;
    for (int axis = 0; axis < x.length; axis++) {
      sum += k.get(axis) * x[axis];
    }
    return sum;
  }

  @Test
  void state_inABox_drawsItsModesInTheStatedOrder() {
    Sampler sampler = new Sampler(u -> u + 1, 1, m -> m);
    Rng rng = new Rng(13);
    double rms = rng.uniform() + 1;
    List<CosineSeries.Wave> waves = new ArrayList<>();
    for (List<Integer> k : List.of(List.of(1, 0, 0), List.of(0, 1, 0), List.of(0, 0, 1))) {
      addPair(waves, k, rng.normalPair(), 1);
    }
    Grid box = Grid.periodic(Points.of(12, 15, 9), 1);
    PairedFields grid = new PairedFields(box, Device.CPU);
    Grid stored = box.with(Points.of(8, 7, 6));
    double[] found =
        grid.singleValues(grid.pair(sampler.draw(grid.modes(), new Rng(13))), 1, stored.points())
            .toDoubles();
    assertThat(found)
        .containsExactly(SolverRuns.on(stored, x -> scaledSum(waves, rms, x)), within(1e-14));
  }

  @Test
  void draw_withTooFewModes_saysHowManyAreNeeded() {
    Sampler sampler = new Sampler(u -> 1, 12, m -> 1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sampler.draw(PairedFields.modes(Points.of(24, 24)), new Rng(1)))
        .withMessage("modes up to 12 are needed, the set holds 7");
  }
}
