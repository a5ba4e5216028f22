package io.tfsno.data.generate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.engine.PerTestScope;
import io.tfsno.pde.catalogue.Benchmark;
import io.tfsno.pde.catalogue.Profile;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(PerTestScope.class)
class ShippedSpecsTest {
  private static SpecRequest request(String name, String profile) {
    return new SpecRequest(
        ShippedSpecs.of(name), name, Path.of(""), Map.of(), null, profile, 0, Shard.WHOLE);
  }

  private static SetPlan plan(String name, String set) {
    return request(name, null).sets().stream()
        .filter(p -> p.set().group().equals(set))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(strings = {"E1", "E2", "E3", "E4", "E5", "E6"})
  void specification_ofABenchmark_makesTheBenchmark(String name) {
    for (Profile profile : new Profile[] {null, Profile.QUICK}) {
      Benchmark b = Benchmark.named(name);
      List<SetPlan> expected =
          new SetRequest(b, 1000, 200, Benchmark.MASTER_SEED, profile, 0).sets();
      List<SetPlan> found = request(name, profile == null ? null : profile.label()).sets();

      assertThat(found).hasSize(2);
      for (int i = 0; i < 2; i++) {
        SetPlan e = expected.get(i);
        SetPlan f = found.get(i);
        assertThat(f.set().group()).isEqualTo(e.set().group());
        assertThat(f.set().grid()).isEqualTo(e.set().grid());
        assertThat(f.set().steps()).isEqualTo(e.set().steps());
        assertThat(f.set().trajectories()).isEqualTo(e.set().trajectories());
        assertThat(f.set().interval()).isEqualTo(e.set().interval());
        assertThat(f.solverGrid()).isEqualTo(e.solverGrid());
        assertThat(f.substeps()).isEqualTo(e.substeps());
        SetPlan.Drawn one = e.source().draw(e.solverGrid(), 17, 3);
        SetPlan.Drawn other = f.source().draw(f.solverGrid(), 17, 3);
        assertThat(other.laws()).isEqualTo(one.laws());
        assertThat(other.initial().asReal().toDoubles())
            .isEqualTo(one.initial().asReal().toDoubles());
      }
    }
  }

  /** Sets of N1 to N6: 1,000 / 100 / 200 / 200, and what is dropped and stored. */
  @ParameterizedTest
  @CsvSource({
    "N1, 0.01, 5, 201", "N2, 0.5, 50, 201", "N3, 0.5, 50, 201",
    "N4, 1, 5, 56", "N5, 0.15, 40, 201", "N6, 0.4, 4, 56"
  })
  void regime_ofTheSuite_hasItsCountsAndSnapshots(
      String name, double interval, int skip, int snapshots) {
    List<SetPlan> sets = request(name, null).sets();

    assertThat(sets)
        .extracting(p -> p.set().group() + " " + p.set().trajectories())
        .containsExactly("train 1000", "valid 100", "test 200", "outside 200");
    assertThat(sets)
        .allSatisfy(
            p -> {
              assertThat(p.set().interval()).isEqualTo(interval);
              assertThat(p.skip()).isEqualTo(skip);
              assertThat(p.set().steps()).isEqualTo(snapshots);
            });
  }

  private static double[] theta(String name, String set) {
    SetPlan plan = plan(name, set);
    int count = (int) plan.set().trajectories();
    SetPlan.Drawn drawn = plan.source().draw(plan.solverGrid(), 0, count);
    if (name.equals("N5")) {
      return drawn.phases();
    }
    int width = drawn.parameters().length / count;
    double[] first = new double[count];
    for (int i = 0; i < count; i++) {
      first[i] = drawn.parameters()[i * width];
    }
    return first;
  }

  /** Kolmogorov-Smirnov at 1 per mille: the largest gap to the stated distribution. */
  @ParameterizedTest
  @CsvSource({
    "N1, nu, 0.0025, 0.04, true",
    "N2, nu4, 0.5, 2, true",
    "N3, c, -2, 2, false",
    "N5, phase, 6, 10.5, false"
  })
  void hiddenNumber_overTheTrainingSet_followsItsDistribution(
      String name, String parameter, double low, double high, boolean logarithmic) {
    double[] theta = theta(name, "train");
    Arrays.sort(theta);

    assertThat(theta[0]).isGreaterThanOrEqualTo(low);
    assertThat(theta[theta.length - 1]).isLessThanOrEqualTo(high);
    double gap = 0;
    for (int i = 0; i < theta.length; i++) {
      double expected =
          logarithmic
              ? Math.log(theta[i] / low) / Math.log(high / low)
              : (theta[i] - low) / (high - low);
      gap = Math.max(gap, Math.abs(expected - (i + 0.5) / theta.length));
    }
    assertThat(gap).isLessThan(1.95 / Math.sqrt(theta.length));
    if (!name.equals("N5")) {
      assertThat(plan(name, "train").set().conditions().names()).containsExactly(parameter);
    }
  }

  @Test
  void hiddenNumber_outsideTheRange_liesInNeitherOfTheOthers() {
    assertThat(Arrays.stream(theta("N1", "outside")).boxed())
        .allMatch(nu -> (nu >= 0.002 && nu <= 0.0025) || (nu >= 0.04 && nu <= 0.06))
        .anyMatch(nu -> nu < 0.01)
        .anyMatch(nu -> nu > 0.01);
    assertThat(Arrays.stream(theta("N3", "outside")).boxed())
        .allMatch(c -> Math.abs(c) >= 2 && Math.abs(c) <= 3);
    assertThat(Arrays.stream(theta("N4", "outside")).boxed())
        .allMatch(nu -> nu >= 0.016 && nu <= 0.024);
  }

  @Test
  void rateOfN6_drawnWithItsDiffusivity_keepsTheirRatio() {
    SetPlan plan = plan("N6", "valid");
    double[] stored = plan.source().draw(plan.solverGrid(), 0, 20).parameters();

    assertThat(plan.set().conditions().names()).containsExactly("r", "D");
    for (int i = 0; i < 40; i += 2) {
      assertThat(stored[i]).isBetween(0.5, 2.0);
      assertThat(stored[i + 1]).isEqualTo(4e-4 * stored[i]);
    }
  }

  @Test
  void lawOfN5_whichChangesWithTime_storesAPhaseAndNoParameter() {
    SetPlan plan = plan("N5", "train");

    assertThat(plan.set().conditions().phase()).isTrue();
    assertThat(plan.set().conditions().names()).isEmpty();
    assertThat(plan.set().attributes().get(StatedEquation.ATTRIBUTE).toString())
        .contains("\"amplitude\":0.9");
    assertThat(plan("N5", "outside").set().attributes().get(StatedEquation.ATTRIBUTE).toString())
        .contains("\"amplitude\":0.7");
  }
}
