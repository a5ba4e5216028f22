package io.tfsno.pde.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.pde.catalogue.Benchmark.Settings;
import io.tfsno.pde.catalogue.SolverSettings.Entry;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SolverSettingsTest {
  private static final SolverSettings SMALL =
      new SolverSettings(
          "E1",
          new Settings(1536, 10),
          4,
          List.of(1, 10, 50),
          List.of(
              new Entry(64, 1, List.of(0.1, 0.2, 0.6)),
              new Entry(64, 4, List.of(0.01, 0.02, 0.05)),
              new Entry(128, 2, List.of(0.01, 0.02, 0.04)),
              new Entry(128, 4, List.of(0.001, 0.002, 0.003))));

  static Stream<Benchmark> benchmarks() {
    return Benchmark.all().stream();
  }

  @ParameterizedTest
  @MethodSource("benchmarks")
  void shipped_ofABenchmark_isForItsReferenceAndCoarserThanIt(Benchmark b) {
    SolverSettings table = SolverSettings.of(b);
    assertThat(table.reference()).isEqualTo(b.reference());
    assertThat(table.lastStep()).isEqualTo(b.snapshots() - 1);
    assertThat(table.settings())
        .hasSizeGreaterThan(5)
        .allMatch(s -> s.points() <= b.fast().points())
        .allMatch(s -> s.substeps() <= b.reference().substeps())
        .allMatch(s -> s.errors().size() == table.steps().size())
        .allMatch(s -> s.errors().stream().allMatch(e -> e > 0 && Double.isFinite(e)));
  }

  @ParameterizedTest
  @MethodSource("benchmarks")
  void shipped_whereASettingCostsMore_isMoreExactAtSomeStep(Benchmark b) {
    List<Entry> settings = SolverSettings.of(b).settings();
    assertThat(settings)
        .isSortedAccordingTo(
            Comparator.comparingDouble(s -> SolverSettings.cost(s.solver(), b.dimension())));
    for (Entry fine : settings) {
      for (Entry coarse : settings) {
        if (!coarse.equals(fine)
            && coarse.points() <= fine.points()
            && coarse.substeps() <= fine.substeps()) {
          assertThat(lessSomewhere(fine.errors(), coarse.errors())).as("%s", fine).isTrue();
        }
      }
    }
  }

  private static boolean lessSomewhere(List<Double> fine, List<Double> coarse) {
    for (int i = 0; i < fine.size(); i++) {
      if (fine.get(i) < coarse.get(i)) {
        return true;
      }
    }
    return false;
  }

  @Test
  void error_betweenKnownSteps_liesOnTheLineAndAfterwardsStays() {
    Entry coarse = SMALL.settings().get(0);
    assertThat(SMALL.error(coarse, 1)).isEqualTo(0.1);
    assertThat(SMALL.error(coarse, 10)).isEqualTo(0.2);
    assertThat(SMALL.error(coarse, 30)).isEqualTo(0.4, within(1e-12));
    assertThat(SMALL.error(coarse, 5000)).isEqualTo(0.6);
  }

  @Test
  void reaching_anErrorExactly_isEnough() {
    assertThat(SMALL.reaching(50, 0.003)).containsExactly(SMALL.settings().get(3));
    assertThat(SMALL.reaching(50, 0.0029)).isEmpty();
  }

  @Test
  void reaching_byFewerPointsOrFewerSubsteps_leavesTheChoiceToTheDevice() {
    assertThat(SMALL.reaching(50, 0.05))
        .containsExactly(SMALL.settings().get(1), SMALL.settings().get(2));
    assertThat(SMALL.reaching(50, 0.7)).containsExactly(SMALL.settings().get(0));
  }

  @Test
  void frontier_ofSettingsInAnyOrder_dropsWhatBuysNothing() {
    Entry useless = new Entry(256, 4, List.of(0.00095, 0.002, 0.003));
    Entry cheapest = SMALL.settings().get(0);
    SolverSettings table =
        new SolverSettings(
            "E1",
            SMALL.reference(),
            4,
            SMALL.steps(),
            List.of(useless, SMALL.settings().get(3), cheapest));
    assertThat(table.frontier(1, 0.1, 0).settings())
        .containsExactly(cheapest, SMALL.settings().get(3));
    assertThat(table.frontier(1, 0.01, 0).settings())
        .containsExactly(cheapest, SMALL.settings().get(3), useless);
    assertThat(table.frontier(1, 0.01, 1).settings()).containsExactly(cheapest);
  }
}
