package io.tfsno.bench.perf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.tfsno.engine.Device;
import io.tfsno.pde.catalogue.Benchmark;
import io.tfsno.pde.catalogue.SolverSettings;
import org.junit.jupiter.api.Test;

class SettingSweepTest {
  private static final Benchmark E1 = Benchmark.named("E1");

  @Test
  void shippedErrors_measuredAgain_agree() {
    SolverSettings.Entry shipped = SolverSettings.of(E1).settings().get(0);
    try (SettingSweep sweep = new SettingSweep(E1, Device.CPU)) {
      SolverSettings.Entry measured = sweep.measure(shipped.solver()).orElseThrow();
      for (int i = 0; i < shipped.errors().size(); i++) {
        assertThat(measured.errors().get(i))
            .isCloseTo(shipped.errors().get(i), withinPercentage(1));
      }
    }
  }

  @Test
  void candidates_thatNoCoarseSettingReaches_areTheReferenceAlone() {
    assertThat(FairSolver.candidates(E1, 50, 1e-15))
        .containsExactly(new FairSolver(E1, E1.reference(), 50, null));
    assertThat(FairSolver.candidates(E1, 50, 0.01))
        .allMatch(s -> !s.reference() && s.error() <= 0.01 && s.dt() <= E1.interval());
  }
}
