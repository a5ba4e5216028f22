package io.tfsno.bench.perf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.base.UserError;
import io.tfsno.nn.cuda.FusedLayer.Joint;
import io.tfsno.operator.Coordinates;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.baseline.FnoSpec;
import io.tfsno.operator.baseline.UnoSpec;
import io.tfsno.operator.tfsno.TfSnoSpec;
import io.tfsno.spectral.Modes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RooflineTest {
  private static final FieldShape LINE = new FieldShape(1, 32, 1, 1);
  private static final FieldShape PLANE = new FieldShape(2, 64, 1, 1);

  private final List<KernelCost> costs = new ArrayList<>();

  private GridCosts grid(Modes modes, int points, int batch, int fieldBytes) {
    return new GridCosts(modes, points, batch, fieldBytes, Chip.H200, costs);
  }

  /**
   * 5 samples of 32 points are 160 columns, so 2 channels are 1,280 bytes and 3 are 1,920. Three
   * modes are 6 numbers, stored as 8: lines of 2 channels take 2 x 5 x 8 x 4 = 320 bytes, of 3
   * channels 480. The map is 2 x 3 weights and 3 biases, 36 bytes.
   */
  @Test
  void layerOnALine_movesAndComputesWhatAHandCountSays() {
    grid(Modes.half(3), 32, 5, 4)
        .layer(
            2,
            3,
            Joint.TAKES_LINES,
            Joint.ACTIVE,
            Joint.GIVES_LINES,
            Joint.AFTER_GELU,
            Joint.GIVES_LINES_BACK);
    long map = 2 * 6 * 160;
    assertThat(costs)
        .containsExactly(
            new KernelCost("layer", 1280 + 36 + 480, 2 * 1920 + 480, map + 2 * (2 * 6 * 3 * 160)),
            // Four piles of warps, 32 columns each: one block.
            new KernelCost("map gradient", 1920 + 1280, 36, map + 3 * 160),
            new KernelCost("sums of parts", 2 * 36, 36, 0),
            new KernelCost(
                "layer back", 1920 + 36 + 320 + 1280, 1280 + 320, map + 2 * (2 * 6 * 2 * 160)));
  }

  @Test
  void firstLayer_readsFloatsHoweverFieldsAreStored() {
    grid(Modes.half(3), 32, 5, 2).layer(1, 2, Joint.FROM_STATES);
    assertThat(costs.get(0)).isEqualTo(new KernelCost("layer", 640 + 16, 640, 2 * 2 * 160));
    assertThat(costs.get(1).read()).isEqualTo(640 + 640);
    assertThat(costs).as("the states' own gradient is not wanted").hasSize(3);
  }

  /**
   * 2 samples of 16 x 16 points and 3 modes: k2 = 0..2 are 6 numbers in lines of 8, 16 lines; modes
   * are 3 x 6 complex numbers.
   */
  @Test
  void productsOnAPlane_movesAndComputesWhatAHandCountSays() {
    grid(Modes.half(3, 3), 16, 2, 4).products(5);
    long lines = 5 * 2 * 16 * 8 * 4;
    long modes = 5 * 2 * 18 * 2 * 4;
    long weights = 18 * 2 * 25 * 4;
    long product = 8 * 18 * 25 * 2;
    long transform = 8 * 18 * 16 * 5 * 2;
    assertThat(costs)
        .containsExactlyInAnyOrder(
            new KernelCost("rows", lines, modes, transform),
            new KernelCost("rows", modes, lines, transform),
            new KernelCost("rows", lines, modes, transform),
            new KernelCost("rows", modes, lines, transform),
            new KernelCost("mode product", modes + weights, modes, product),
            new KernelCost("mode product", modes + weights, modes, product),
            new KernelCost("mode gradient", 2 * modes + weights, weights, product));
  }

  @Test
  void resizeOfAPlane_multipliesAlongOneAxisAfterTheOther() {
    GridCosts coarse = grid(Modes.half(2, 2), 8, 3, 4);
    grid(Modes.half(2, 2), 16, 3, 4).resize(coarse, 2, true, false);
    assertThat(costs)
        .containsExactly(
            new KernelCost("resize", 6 * 256 * 4, 6 * 64 * 4, 2 * 6 * (16 * 16 * 8 + 8 * 16 * 8)));
  }

  @Test
  void fnoStep_launchesEachKernelAsOftenAsTheNetworkDoes() {
    FnoSpec spec = new FnoSpec(8, 3, 3, 16, Coordinates.NONE, false);
    Roofline line = Roofline.of(spec, LINE, 5, 4, Chip.H200);
    assertThat(
            line.kernels().stream()
                .collect(Collectors.groupingBy(KernelCost::kernel, Collectors.counting())))
        .containsEntry("layer", 4L)
        .containsEntry("layer back", 4L)
        .containsEntry("map gradient", 4L)
        .containsEntry("sums of parts", 5L)
        .containsEntry("mode product", 6L)
        .containsEntry("mode gradient", 3L)
        .containsEntry("adamw", 1L)
        .doesNotContainKey("rows");
    long parameters = spec.parameterCount(LINE);
    long field = 8 * 160 * 4;
    assertThat(line.leastBytes()).isEqualTo(2 * 3 * field + 2 * 640 + 6 * 4 * parameters);
  }

  @Test
  void tfSnoStep_hasFiveGatedBlocksAndEightChangesOfGrid() {
    Roofline plane = Roofline.of(TfSnoSpec.defaults(2), PLANE, 16, 4, Chip.H200);
    assertThat(
            plane.kernels().stream()
                .collect(Collectors.groupingBy(KernelCost::kernel, Collectors.counting())))
        .containsEntry("gated product", 10L)
        .containsEntry("statistics back", 5L)
        .containsEntry("rows", 20L)
        // Two levels, down and up, there and back.
        .containsEntry("resize", 8L)
        // Two lifts, five blocks, down, up and join of two levels.
        .containsEntry("layer", 13L)
        // All of those but the first, and three slopes by themselves.
        .containsEntry("layer back", 15L);
  }

  @Test
  void tfSnoStepOnALine_looksAtEachBlocksInputOnce() {
    FieldShape line = new FieldShape(1, 256, 1, 1);
    Roofline roofline = Roofline.of(TfSnoSpec.defaults(1), line, 32, 4, Chip.H200);
    assertThat(roofline.kernels().stream().map(KernelCost::kernel))
        .filteredOn("statistics"::equals)
        .hasSize(5);
  }

  @Test
  void shorterFields_saveHalfOfWhatFieldsMoveAndNothingElse() {
    FnoSpec spec = new FnoSpec(8, 3, 1, 16, Coordinates.NONE, false);
    Roofline four = Roofline.of(spec, LINE, 5, 4, Chip.H200);
    Roofline two = Roofline.of(spec, LINE, 5, 2, Chip.H200);
    long field = 8 * 160 * 4;
    // Lift: 1 out, 1 for its gradient. Layer: in, out; two for its gradient; two back. Lines of
    // the gradient: 1. Head: 1, 2, 1.
    assertThat(four.bytes() - two.bytes()).isEqualTo((2 + 2 + 2 + 2 + 1 + 4) * field / 2);
    assertThat(two.flops()).isEqualTo(four.flops());
  }

  @Test
  void floor_isSetByTheSlowerOfMemoryAndProducts() {
    Chip chip = new Chip("test", 1e9, 1e12, 1);
    KernelCost memory = new KernelCost("a", 600_000, 400_000, 10);
    KernelCost products = new KernelCost("b", 10, 10, 3_000_000_000L);
    Roofline roofline = new Roofline(List.of(memory, products), 1_000_000, chip);
    assertThat(roofline.floorMs()).isCloseTo(1 + 3, within(1e-9));
    assertThat(roofline.leastMs()).isCloseTo(3, within(1e-6));
    assertThat(roofline.floorMs("a")).isCloseTo(1, within(1e-9));
  }

  @Test
  void modelWithoutKernels_isRefused() {
    assertThatThrownBy(() -> Roofline.of(UnoSpec.defaults(1), LINE, 5, 4, Chip.H200))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("fno or tfsno")
        .hasMessageContaining("found uno");
  }
}
