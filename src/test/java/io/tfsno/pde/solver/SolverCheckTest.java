package io.tfsno.pde.solver;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.engine.Device;
import org.junit.jupiter.api.Test;

class SolverCheckTest {
  /** Twice the same computation; above all, that every case runs and stays finite. */
  @Test
  void cpu_heldAgainstItself_agreesToTheLastBit() {
    assertThat(new SolverCheck(Device.CPU).run())
        .hasSizeGreaterThan(9)
        .allSatisfy(row -> assertThat(row.difference()).as(row.equation()).isZero());
  }
}
