package io.tfsno.bench.perf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.base.UserError;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.SideStream;
import io.tfsno.nn.Constants;
import io.tfsno.nn.FourierResize;
import io.tfsno.nn.GpuPath;
import io.tfsno.nn.Initialiser;
import io.tfsno.nn.Linear;
import io.tfsno.nn.Parameters;
import io.tfsno.nn.SpectralConv;
import io.tfsno.nn.Stencil;
import io.tfsno.nn.fused.Joint;
import io.tfsno.nn.fused.Layer;
import io.tfsno.nn.fused.LineGrid;
import io.tfsno.nn.fused.Local;
import io.tfsno.nn.fused.ModeProduct;
import io.tfsno.nn.fused.Resize;
import io.tfsno.operator.Coordinates;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.baseline.FnoSpec;
import io.tfsno.operator.baseline.UnoSpec;
import io.tfsno.operator.tfsno.GateSpec;
import io.tfsno.operator.tfsno.LocalSpec;
import io.tfsno.operator.tfsno.TfSnoSpec;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.Modes.Axis;
import io.tfsno.spectral.Points;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RooflineTest {
  private static final FieldShape LINE = new FieldShape(1, 32, 1, 1);
  private static final FieldShape PLANE = new FieldShape(2, 64, 1, 1);

  private final Costs costs = new Costs();
  private final Parameters parameters = new Parameters();

  private CountedParts parts(DType fields) {
    return new CountedParts(new ShapedArrays(fields, fields), Chip.H200, costs);
  }

  private static LineGrid grid(Modes modes, int points) {
    return new LineGrid(modes, Points.cube(modes.dimension(), points));
  }

  private static Tensor floats(long... shape) {
    return ShapedArrays.of(DType.FLOAT32, shape);
  }

  /**
   * Forward and backward through a layer alone.
   *
   * @param lines for the two directions; null for a layer that takes none
   */
  private static void pass(Layer layer, Tensor in, Tensor out, Tensor[] lines, Tensor before) {
    layer.forward(in, lines == null ? null : lines[0], null, true, null);
    layer.addParameterGradient(out, in, SideStream.of(Device.CPU));
    layer.backward(out, lines == null ? null : lines[1], before, null);
  }

  /**
   * 5 samples of 32 points are 160 columns, so 2 channels are 1,280 bytes and 3 are 1,920. Three
   * modes are 6 numbers, stored as 8: lines of 2 channels take 2 x 5 x 8 x 4 = 320 bytes, of 3
   * channels 480. The map is 2 x 3 weights and 3 biases, 36 bytes.
   */
  @Test
  void layerOnALine_movesAndComputesWhatAHandCountSays() {
    LineGrid grid = grid(Modes.half(3), 32);
    Layer layer =
        parts(DType.FLOAT32)
            .layer(
                grid,
                new Linear(parameters, "map", 2, 3),
                Joint.TAKES_LINES,
                Joint.ACTIVE,
                Joint.GIVES_LINES,
                Joint.AFTER_GELU,
                Joint.GIVES_LINES_BACK);
    Tensor in = floats(2, 5, 32);
    Tensor out = floats(3, 5, 32);
    pass(
        layer,
        in,
        out,
        new Tensor[] {ShapedArrays.lines(grid, out), ShapedArrays.lines(grid, in)},
        in);
    long map = 2 * 6 * 160;
    assertThat(costs.kernels())
        .containsExactly(
            new KernelCost("layer", 1280 + 36 + 480, 2 * 1920 + 480, map + 2 * (2 * 6 * 3 * 160)),
            // Four piles of warps, 32 columns each: one block.
            new KernelCost("map gradient", 1920 + 1280, 36, map + 3 * 160),
            new KernelCost("sums of parts", 2 * 36, 36, 0),
            new KernelCost(
                "layer back", 1920 + 36 + 320 + 1280, 1280 + 320, map + 2 * (2 * 6 * 2 * 160)));
  }

  @Test
  void firstLayer_readsAndGivesBackFloatsHoweverFieldsAreStored() {
    LineGrid grid = grid(Modes.half(3), 32);
    Linear map = new Linear(parameters, "map", 1, 2);
    Layer layer = parts(DType.BFLOAT16).layer(grid, map, Joint.FROM_STATES);
    pass(layer, floats(1, 5, 32), ShapedArrays.of(DType.BFLOAT16, 2, 5, 32), null, null);
    assertThat(costs.kernels().get(0))
        .isEqualTo(new KernelCost("layer", 640 + 16, 640, 2 * 2 * 160));
    assertThat(costs.kernels().get(1).read()).isEqualTo(640 + 640);
    assertThat(costs.kernels().get(3).written()).isEqualTo(640);
  }

  /** As many blocks as kernels have, three for each of 132 multiprocessors, write their sums. */
  @Test
  void gradientOfAMap_overManyColumns_hasPartsOfThreeBlocksPerMultiprocessor() {
    LineGrid grid = grid(Modes.half(3), 64);
    Layer layer = parts(DType.FLOAT32).layer(grid, new Linear(parameters, "map", 2, 2));
    pass(layer, floats(2, 1000, 64), floats(2, 1000, 64), null, null);
    long gradient = 4 * (2 * 2 + 2);
    assertThat(costs.kernels().get(1).written()).isEqualTo(3 * 132 * gradient);
    assertThat(costs.kernels().get(2).read()).isEqualTo((3 * 132 + 1) * gradient);
  }

  /**
   * 2 samples of 16 x 16 points and 3 modes: k2 = 0..2 are 6 numbers in lines of 8, 16 lines; modes
   * are 3 x 6 complex numbers.
   */
  @Test
  void productOnAPlane_movesAndComputesWhatAHandCountSays() {
    Modes kept = Modes.half(3, 3);
    try (Constants constants = new Constants()) {
      SpectralConv spectral =
          new SpectralConv(parameters, constants, "phi", 5, 5, kept, Initialiser.zeros());
      ModeProduct product = parts(DType.FLOAT32).product(grid(kept, 16), spectral);
      Tensor x = product.toModes(ShapedArrays.lines(grid(kept, 16), floats(5, 2, 16, 16)));
      product.toLines(product.mix(x));
      product.addWeightGradient(x, x, SideStream.of(Device.CPU));
      product.mixBack(x);
    }
    long lines = 5 * 2 * 16 * 8 * 4;
    long modes = 5 * 2 * 18 * 2 * 4;
    long weights = 18 * 2 * 25 * 4;
    long flops = 8 * 18 * 25 * 2;
    long transform = 8 * 18 * 16 * 5 * 2;
    assertThat(costs.kernels())
        .containsExactly(
            new KernelCost("rows", lines, modes, transform),
            new KernelCost("mode product", modes + weights, modes, flops),
            new KernelCost("rows", modes, lines, transform),
            new KernelCost("mode gradient", 2 * modes + weights, weights, flops),
            new KernelCost("mode product", modes + weights, modes, flops));
  }

  /**
   * 2 samples of 8 x 16 x 32 points. Along z 3 modes in lines of 8 numbers; along y 3 x 5 modes in
   * lines of 32; along x 3 x 5 x 4 modes without gaps.
   */
  @Test
  void productInSpace_transformsTwoAxesOneAfterTheOther() {
    Modes kept = new Modes(List.of(new Axis(2, 2), new Axis(3, 2), new Axis(3, 0)));
    LineGrid grid = new LineGrid(kept, Points.of(8, 16, 32));
    try (Constants constants = new Constants()) {
      SpectralConv spectral =
          new SpectralConv(parameters, constants, "phi", 5, 5, kept, Initialiser.zeros());
      ModeProduct product = parts(DType.FLOAT32).product(grid, spectral);
      Tensor lines = ShapedArrays.lines(grid, floats(5, 2, 8, 16, 32));
      assertThat(product.toLines(product.toModes(lines)).shape()).isEqualTo(lines.shape());
    }
    long alongZ = 10 * 8 * 16 * 8 * 4;
    long alongY = 10 * 8 * 32 * 4;
    long modes = 10 * 60 * 2 * 4;
    long overY = 8 * 15 * 16 * 8 * 10;
    long overX = 8 * 60 * 8 * 10;
    assertThat(costs.kernels())
        .containsExactlyInAnyOrder(
            new KernelCost("rows", alongZ, alongY, overY),
            new KernelCost("rows", alongY, modes, overX),
            new KernelCost("rows", modes, alongY, overX),
            new KernelCost("rows", alongY, alongZ, overY));
  }

  @Test
  void resizeOfAPlane_multipliesAlongOneAxisAfterTheOther() {
    try (Constants constants = new Constants()) {
      Resize shrink = parts(DType.FLOAT32).resize(new FourierResize(constants, 2), 16, 8);
      Tensor coarse = shrink.of(floats(2, 3, 16, 16));
      shrink.addBack(floats(2, 3, 16, 16), coarse);
    }
    long fine = 6 * 256 * 4;
    long there = 16 * 16 * 8 + 8 * 16 * 8;
    long back = 8 * 8 * 16 + 16 * 8 * 16;
    assertThat(costs.kernels())
        .containsExactly(
            new KernelCost("resize", fine, fine / 4, 2 * 6 * there),
            new KernelCost("resize", fine / 4 + fine, fine, 2 * 6 * back));
  }

  @Test
  void fnoStep_launchesEachKernelAsOftenAsTheNetworkDoes() {
    FnoSpec spec = new FnoSpec(8, 3, 3, 16, Coordinates.NONE, false);
    Roofline line = Roofline.of(spec, LINE, 5, GpuPath.FLOAT32, Chip.H200);
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
    Roofline plane = Roofline.of(TfSnoSpec.defaults(2), PLANE, 16, GpuPath.FLOAT32, Chip.H200);
    assertThat(
            plane.kernels().stream()
                .collect(Collectors.groupingBy(KernelCost::kernel, Collectors.counting())))
        .containsEntry("gated product", 10L)
        .containsEntry("statistics back", 5L)
        .containsEntry("rows", 20L)
        // Two levels, down and up, forward and backward.
        .containsEntry("resize", 8L)
        // Two lifts, five blocks, down, up and join of two levels.
        .containsEntry("layer", 13L)
        // All of those but the first, and three slopes by themselves.
        .containsEntry("layer back", 15L);
  }

  @Test
  void tfSnoStepOnALine_looksAtEachBlocksInputOnce() {
    FieldShape line = new FieldShape(1, 256, 1, 1);
    Roofline roofline = Roofline.of(TfSnoSpec.defaults(1), line, 32, GpuPath.FLOAT32, Chip.H200);
    assertThat(roofline.kernels().stream().map(KernelCost::kernel))
        .filteredOn("statistics"::equals)
        .hasSize(5);
  }

  @Test
  void shorterFields_saveHalfOfWhatFieldsMoveAndNothingElse() {
    FnoSpec spec = new FnoSpec(8, 3, 1, 16, Coordinates.NONE, false);
    Roofline four = Roofline.of(spec, LINE, 5, GpuPath.FLOAT32, Chip.H200);
    Roofline two = Roofline.of(spec, LINE, 5, GpuPath.BF16, Chip.H200);
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
  void gatesInSomeBlocks_costWhatThoseBlocksCost() {
    TfSnoSpec full = TfSnoSpec.defaults(1);
    FieldShape line = new FieldShape(1, 256, 1, 1);
    TfSnoSpec some = full.withGate(full.gate().withBlocks(List.of(3)));
    Roofline roofline = Roofline.of(some, line, 32, GpuPath.FLOAT32, Chip.H200);
    assertThat(roofline.kernels().stream().map(KernelCost::kernel))
        .filteredOn("statistics"::equals)
        .hasSize(1);
    assertThat(roofline.kernels().stream().map(KernelCost::kernel))
        .filteredOn("mode product"::equals)
        .hasSize(8);
  }

  @Test
  void gateWithStepsThatHaveNoKernels_isRefused() {
    TfSnoSpec full = TfSnoSpec.defaults(1);
    TfSnoSpec bands = full.withGate(full.gate().withKind(GateSpec.Kind.BAND));
    FieldShape line = new FieldShape(1, 256, 1, 1);
    assertThatThrownBy(() -> Roofline.of(bands, line, 32, GpuPath.FLOAT32, Chip.H200))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("libtorch");
  }

  @Test
  void productsOfFields_areRefused() {
    TfSnoSpec local = TfSnoSpec.defaults(1).withLocal(LocalSpec.NONE.withProduct(true));
    assertThatThrownBy(() -> Roofline.of(local, LINE, 5, GpuPath.FLOAT32, Chip.H200))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("a tfsno without products of fields")
        .hasMessageContaining("product=true");
  }

  /**
   * 5 samples of 32 points and 2 channels: a field is 1,280 bytes. Two differences have maps of 16
   * bytes, the gate one of 16 and 8 for its bias, like the map itself. Kept are three fields, and
   * in the backward pass two come in.
   */
  @Test
  void localLayer_hasAMapForEachDifferenceAndForTheGate() {
    LineGrid grid = grid(Modes.half(3), 32);
    Linear map = new Linear(parameters, "map", 2, 2);
    try (Constants constants = new Constants()) {
      Stencil stencil = new Stencil(parameters, constants, "near", 2, 2, grid.points());
      Local local = new Local(stencil, Linear.zero(parameters, "gate", 2, 2));
      Layer layer = parts(DType.FLOAT32).layer(grid, map, local, Joint.TAKES_LINES, Joint.ACTIVE);
      Tensor in = floats(2, 5, 32);
      Tensor lines = ShapedArrays.lines(grid, in);
      pass(layer, in, floats(4, 5, 32), new Tensor[] {lines, lines}, null);
    }
    long once = 2 * 4 * 160;
    long transform = 2 * 6 * 2 * 160;
    long weights = 24 + 24 + 2 * 16;
    assertThat(costs.kernels().get(0))
        .isEqualTo(new KernelCost("layer", 1280 + 320 + weights, 4 * 1280, 4 * once + transform));
    assertThat(costs.kernels().stream().filter(k -> k.kernel().equals("map gradient")))
        .containsExactly(
            new KernelCost("map gradient", 2560, 24, once + 2 * 160),
            new KernelCost("map gradient", 2560, 24, once + 2 * 160),
            new KernelCost("map gradient", 2560, 2 * 16, 2 * once));
    assertThat(costs.kernels().get(7))
        .isEqualTo(new KernelCost("layer back", 2560 + 320 + weights, 1280, 4 * once + transform));
  }

  @Test
  void wideStencil_hasTwiceTheMapsInTheSameLaunches() {
    LocalSpec stencil = LocalSpec.NONE.withStencil(true);
    FieldShape line = new FieldShape(1, 64, 1, 1);
    TfSnoSpec spec = TfSnoSpec.withoutMultiscale(1);
    Roofline plain = Roofline.of(spec, line, 5, GpuPath.FLOAT32, Chip.H200);
    Roofline near = Roofline.of(spec.withLocal(stencil), line, 5, GpuPath.FLOAT32, Chip.H200);
    Roofline wide =
        Roofline.of(spec.withLocal(stencil.withWide(true)), line, 5, GpuPath.FLOAT32, Chip.H200);
    assertThat(wide.kernels()).hasSameSizeAs(near.kernels());
    assertThat(wide.flops() - plain.flops()).isEqualTo(2 * (near.flops() - plain.flops()));
  }

  /** 5 samples of 32 points and 2 channels: a field is 1,280 bytes, the map 24 with its bias. */
  @Test
  void layerThatAddsAField_readsItAsWell() {
    LineGrid grid = grid(Modes.half(3), 32);
    Layer layer = parts(DType.FLOAT32).layer(grid, new Linear(parameters, "map", 2, 2), Joint.ADDS);
    Tensor in = floats(2, 5, 32);
    layer.forward(in, null, in, true, null);
    assertThat(costs.kernels())
        .containsExactly(new KernelCost("layer", 2 * 1280 + 24, 1280, 2 * 4 * 160));
    assertThat(costs.kept()).isEqualTo(1280);
  }

  @Test
  void modelWithoutKernels_isRefused() {
    assertThatThrownBy(() -> Roofline.of(UnoSpec.defaults(1), LINE, 5, GpuPath.FLOAT32, Chip.H200))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("fno or tfsno")
        .hasMessageContaining("found uno");
  }

  /** Four differences in a plane, of three layers: each a map in either pass and a gradient. */
  @Test
  void fnoStencil_addsOneGradientToEachLayer() {
    FnoSpec spec = new FnoSpec(8, 3, 3, 16, Coordinates.NONE, false);
    Roofline plain = Roofline.of(spec, PLANE, 5, GpuPath.FLOAT32, Chip.H200);
    Roofline local = Roofline.of(spec.withStencil(true), PLANE, 5, GpuPath.FLOAT32, Chip.H200);
    assertThat(local.kernels()).hasSize(plain.kernels().size() + 2 * 3);
    long map = 2L * 8 * 8 * 5 * 64 * 64;
    assertThat(local.flops() - plain.flops()).isEqualTo(3 * 3 * 4 * map);
  }

  @Test
  void fnoWithoutKernels_isRefused() {
    FnoSpec spec = FnoSpec.defaults(3);
    FieldShape cube = new FieldShape(3, 16, 1, 1);
    assertThatThrownBy(
            () -> Roofline.of(spec.withStencil(true), cube, 2, GpuPath.FLOAT32, Chip.H200))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("with a stencil in 1D and 2D");
    assertThatThrownBy(
            () -> Roofline.of(spec.withProduct(true), cube, 2, GpuPath.FLOAT32, Chip.H200))
        .isInstanceOf(UserError.class);
  }
}
