package io.tfsno.operator.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.engine.Device;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.Launches;
import io.tfsno.nn.Constants;
import io.tfsno.nn.Execution;
import io.tfsno.nn.GpuPath;
import io.tfsno.nn.TestFields;
import io.tfsno.operator.Coordinates;
import io.tfsno.operator.FieldShape;
import io.tfsno.spectral.Boundary;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Without a GPU: what is launched, with arguments that are held against the declarations. */
class FinoLaunchesTest {
  private static Fino built(FinoSpec spec, FieldShape shape, GpuPath path) {
    Fino fino = new Fino(spec, shape, new Constants());
    fino.parameters().allocate(new Execution(Device.CPU, path), new Rng(1));
    return fino;
  }

  private static List<String> launches(int dimension, boolean trained) {
    Points points = dimension == 1 ? Points.of(256) : Points.of(24, 64);
    FieldShape shape = new FieldShape(Grid.periodic(points, 1), Channel.unnamed(1));
    try (Scope scope = new Scope();
        Fino fino = built(FinoSpec.defaults(dimension), shape, GpuPath.TF32);
        Launches launches = new Launches()) {
      Tensor u = TestFields.noise(1, points.shape(1, 2));
      Tensor out = fino.inParts(fino.inKernels(), trained ? u.trainable() : u);
      assertThat(out.shape()).isEqualTo(u.shape());
      out.sum().backward();
      return launches.kernels();
    }
  }

  /** Two for each of 10 steps, 2 ways down, 4 for 2 ways up, lift and head. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void forwardPass_isTwoKernelsForAStepAndOneForAnyOtherMap(int dimension) {
    List<String> launched = launches(dimension, false);
    assertThat(launched.subList(0, 6))
        .containsExactly("orderWeights", "taps", "taps", "gateStep", "taps", "gateStep");
    assertThat(launched.subList(1, 29)).containsOnly("taps", "gateStep");
    assertThat(Collections.frequency(launched, "gateStep")).isEqualTo(10);
  }

  /** As many as forward, but for the lift where nobody asks, and the gradients of 38 maps. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void backwardPass_isAsManyKernelsAndTheGradientsOfEachMap(int dimension) {
    List<String> launched = launches(dimension, false);
    assertThat(launched.get(launched.size() - 1)).isEqualTo("addParts");
    assertThat(Collections.frequency(launched, "gateStepBack")).isEqualTo(10);
    assertThat(Collections.frequency(launched, "tapOuter")).isEqualTo(38);
    assertThat(launched).hasSize(1 + 28 + 27 + 38 + 1);
    assertThat(launches(dimension, true)).hasSize(launched.size() + 1);
  }

  @ParameterizedTest
  @CsvSource({
    "256, false, false, TF32, true",
    "256, false, false, FLOAT32, true",
    "128, false, false, TF32, true",
    // Fields in 16 bits, coarsest lines of 16 points, and the options are libtorch's.
    "256, false, false, BF16, false",
    "256, false, false, LIBTORCH, false",
    "64, false, false, TF32, false",
    "256, true, false, TF32, false",
    "256, false, true, TF32, false"
  })
  void kernels_existForPlainNetworksOnWholeTiles(
      int points, boolean positive, boolean zeroSum, GpuPath path, boolean exist) {
    FinoSpec spec = FinoSpec.defaults(1).withPositiveDt(positive).withZeroSum(zeroSum);
    try (Fino fino = built(spec, new FieldShape(1, points, 1, 1), path);
        Launches launches = new Launches()) {
      assertThat(fino.fits()).isEqualTo(exist);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "64, 64, true",
    "24, 64, true",
    "96, 128, true",
    // Coarsest rows of 24 points, and five rows.
    "64, 96, false",
    "20, 64, false",
  })
  void kernels_existForPlanesWhoseRowsAreWholePatches(int rows, int points, boolean exist) {
    Grid grid = Grid.periodic(Points.of(rows, points), 1);
    try (Fino fino =
            built(FinoSpec.defaults(2), new FieldShape(grid, Channel.unnamed(1)), GpuPath.TF32);
        Launches launches = new Launches()) {
      assertThat(fino.fits()).isEqualTo(exist);
    }
  }

  @ParameterizedTest
  @CsvSource({"3, true", "5, true", "7, false", "9, false"})
  void kernels_existForPlanesWhoseTapsRegistersHold(int stencil, boolean exist) {
    FinoSpec spec = new FinoSpec(List.of(32, 64), stencil, 1, false, false, Coordinates.NONE, true);
    try (Fino fino = built(spec, new FieldShape(2, 64, 1, 1), GpuPath.FLOAT32);
        Launches launches = new Launches()) {
      assertThat(fino.fits()).isEqualTo(exist);
    }
  }

  @Test
  void kernels_doNotExistForWallsAndBoxes() {
    Grid walled = Grid.of(Points.of(256), new double[] {1}, Boundary.WALL);
    try (Fino line =
            built(FinoSpec.defaults(1), new FieldShape(walled, Channel.unnamed(1)), GpuPath.TF32);
        Fino box = built(FinoSpec.defaults(3), new FieldShape(3, 64, 1, 1), GpuPath.TF32);
        Launches launches = new Launches()) {
      assertThat(line.fits()).isFalse();
      assertThat(box.fits()).isFalse();
    }
  }
}
