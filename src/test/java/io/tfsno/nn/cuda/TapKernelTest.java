package io.tfsno.nn.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tfsno.CudaTools;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TapKernelTest {
  private static final List<Path> SOURCES =
      List.of(
          Path.of("src/main/resources/io/tfsno/engine/kernel"),
          Path.of("src/main/resources/io/tfsno/nn/cuda"));

  @TempDir Path folder;

  /** A launch asks for memory by one formula, and kernels use it by another. */
  @ParameterizedTest
  @CsvSource({
    // Stencils, halving and joints, on lines and on planes of four rows at a time or two.
    "48, 48, 5, 1, 1, 1, 256, false",
    "5, 20, 2, 2, 1, 1, 32, false",
    "20, 10, 1, 1, 1, 1, 96, true",
    "192, 192, 3, 1, 2, 16, 16, false",
    "9, 20, 3, 1, 2, 6, 16, false",
    "5, 16, 5, 1, 2, 4, 48, false",
    "64, 128, 2, 2, 2, 32, 32, false",
    "128, 64, 1, 1, 2, 64, 64, true",
    "128, 64, 1, 1, 2, 6, 64, true",
  })
  void launch_asksForTheMemoryThatTheKernelUses(
      int in, int out, int side, int stride, int axes, int lines, int points, boolean joined)
      throws Exception {
    assumeTrue(CudaTools.hasCompiler(), CudaTools.NO_COMPILER);
    TapKernel.Sizes sizes =
        new TapKernel.Sizes(
            in,
            out,
            side,
            stride,
            new TapGrid(axes, lines, points),
            joined,
            true,
            TapKernel.To.PLAIN);
    String[] definitions =
        sizes.macros().entrySet().stream()
            .map(macro -> "-D" + macro.getKey() + "=" + macro.getValue())
            .toArray(String[]::new);
    String used = CudaTools.runOnTheCpu(folder, "taps_room.cpp", SOURCES, definitions);
    assertThat(used.strip()).isEqualTo("" + sizes.sharedBytes());
  }
}
