package io.tfsno.spectral;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ModeShellsTest {
  @Test
  void line_everyModeIsAShell() {
    ModeShells shells = new ModeShells(Modes.half(4));
    double[] values = {3, -1, 4, 1.5};
    assertThat(shells.count()).isEqualTo(4);
    assertThat(shells.means(values)).containsExactly(values);
    assertThat(shells.largest(values)).containsExactly(values);
  }

  @Test
  void block_shellsHoldTheModesOfTheirRoundedRadius() {
    Modes modes = Modes.half(2, 2);
    // kx = 0, 1, -2, -1 for ky = 0, then for ky = 1.
    double[] values = {10, 2, 99, 4, 1, 3, 99, -6};
    ModeShells shells = new ModeShells(modes);
    assertThat(shells.count()).isEqualTo(2);
    // Radius 0: (0,0). Rounded radius 1: (0,1), (1,0), (1,1), (-1,0), (-1,1).
    assertThat(shells.means(values)).containsExactly(10, (1 + 2 + 3 + 4 - 6) / 5.0);
    assertThat(shells.largest(values)).containsExactly(10, 4);
  }
}
