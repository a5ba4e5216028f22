package io.tfsno.train.check;

import io.tfsno.operator.AxisModes;
import io.tfsno.operator.Coordinates;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Inputs;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.operator.Operators;
import io.tfsno.operator.SpectralInit;
import io.tfsno.operator.baseline.FinoSpec;
import io.tfsno.operator.baseline.FnoSpec;
import io.tfsno.operator.context.ContextSpec;
import io.tfsno.operator.tfsno.Ablations;
import io.tfsno.operator.tfsno.GateSpec;
import io.tfsno.operator.tfsno.LocalSpec;
import io.tfsno.operator.tfsno.TfSnoSpec;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Points;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * A model whose answers on two devices are compared.
 *
 * @param large whether a batch is so large that kernels divide the work otherwise
 * @param grid null for the usual one of each dimension
 */
record Subject(
    String name, IntFunction<OperatorSpec> spec, boolean large, Inputs inputs, Points grid) {
  /** Samples of a comparison that are enough for most kernels. */
  static final int FEW = 4;

  /**
   * More lines than a GPU has multiprocessors, and enough planes for a warp each: kernels then
   * divide the work otherwise.
   */
  private static final int MANY_LINES = 160;

  private static final int MANY_PLANES = 64;

  private static final List<String> IN_LARGE_BATCHES = List.of("fno", "tfsno");

  /** One whose channels do not fit into a block of all kernels, one too wide for the kernels. */
  private static final List<Integer> WIDTHS = List.of(128, 144);

  /** Widths of levels that fill no tile of the kernels. */
  private static final List<Integer> UNEVEN = List.of(10, 14, 18);

  /** Variants of TF-SNO that go through other kernels than the model itself. */
  private static final List<String> VARIANTS =
      List.of(
          "no-multiscale",
          "16d",
          "32d",
          "scalar-gate",
          "band-gate",
          "metanet-3-layers-64",
          "stencil-both-gates",
          "stencil-residual-both-gates",
          "stencil-product");

  private static final Inputs GIVEN =
      new Inputs(2, List.of(), Channel.named(List.of("a", "b")), null);

  private static final Inputs SYMMETRIC = Inputs.NONE.symmetric("x -> -x", "u -> -u");

  private static final Inputs REMEMBERED = Inputs.ofContext(ContextSpec.defaults());

  private static final Inputs REMEMBERED_BY_CHANNELS =
      Inputs.ofContext(ContextSpec.defaults().to(ContextSpec.Use.CHANNELS));

  Subject(String name, IntFunction<OperatorSpec> spec) {
    this(name, spec, false, Inputs.NONE, null);
  }

  /** A model on a grid of its own. */
  static Subject on(Points grid, OperatorSpec spec) {
    return on(grid, spec.model(), spec);
  }

  static Subject on(Points grid, String name, OperatorSpec spec) {
    return new Subject(name + ", " + grid.text(), dimension -> spec, false, Inputs.NONE, grid);
  }

  boolean existsIn(int dimension) {
    return grid == null ? dimension < 3 : grid.dimension() == dimension;
  }

  FieldShape shape(int dimension) {
    FieldShape usual = usual(dimension);
    return (grid == null ? usual : usual.on(grid)).with(inputs);
  }

  int samples(int dimension) {
    if (!large) {
      return FEW;
    }
    return dimension == 1 ? MANY_LINES : MANY_PLANES;
  }

  /** Those that are compared. */
  static List<Subject> all() {
    List<Subject> all = new ArrayList<>();
    Operators.all().forEach(model -> all.add(new Subject(model.name(), model.defaults())));
    for (String name : IN_LARGE_BATCHES) {
      IntFunction<OperatorSpec> sizes = Operators.of(name).defaults();
      all.add(new Subject(name + ", large batch", sizes, true, Inputs.NONE, null));
    }
    for (int width : WIDTHS) {
      all.add(new Subject("fno, width " + width, dimension -> wide(width, dimension)));
    }
    all.add(new Subject("tfsno, uneven widths", Subject::uneven));
    LocalSpec local = LocalSpec.NONE.withStencil(true).withGate(true);
    LocalSpec residual = local.withResidual(true);
    LocalSpec mixed = residual.withWide(true).withMix(true);
    all.add(new Subject("tfsno, stencils of many waves", d -> waves(d, local)));
    all.add(new Subject("tfsno, residual, of many waves", d -> waves(d, residual)));
    all.add(new Subject("tfsno, wide stencils, mix, of many waves", d -> waves(d, mixed)));
    all.add(new Subject("tfsno, wide stencils, mix", d -> TfSnoSpec.defaults(d).withLocal(mixed)));
    LocalSpec flowing = residual.withFrom(3).withFlux(true);
    all.add(new Subject("tfsno, short waves, fluxes", d -> flowing(d, flowing)));
    all.add(new Subject("fno, conditions", FnoSpec::defaults, false, GIVEN, null));
    all.add(new Subject("tfsno, conditions", Subject::seeing, false, GIVEN, null));
    all.add(new Subject("tfsno, context", TfSnoSpec::defaults, false, REMEMBERED, null));
    all.add(new Subject("tfsno, context alone", Subject::blind, false, REMEMBERED, null));
    Inputs drifting = REMEMBERED_BY_CHANNELS.drifting();
    all.add(new Subject("fno, drift", FnoSpec::defaults, false, drifting, null));
    all.add(new Subject("fno, symmetry", Subject::changing, false, SYMMETRIC, null));
    all.add(Subject.on(Points.of(64, 96), ofModes(20, 8, 12)));
    all.add(Subject.on(Points.of(24, 16), ofModes(20, 5, 4)));
    all.add(Subject.on(Points.of(128, 128), ofModes(64, 24)));
    all.add(Subject.on(Points.of(256, 256), ofModes(32, 32)));
    all.add(Subject.on(Points.of(32, 24, 64), ofModes(20, 7, 5, 9)));
    all.add(Subject.on(Points.of(4096), ofModes(64, 64)));
    all.add(Subject.on(Points.of(1120), ofModes(72, 20)));
    all.add(Subject.on(Points.of(2048), TfSnoSpec.defaults(1)));
    all.add(Subject.on(Points.of(128), "fino, uneven widths", unevenSteps()));
    all.add(Subject.on(Points.of(24, 64), "fino, uneven widths", unevenSteps()));
    all.addAll(stencils());
    for (String name : VARIANTS) {
      Ablations.Ablation variant = Ablations.of(name);
      all.add(
          new Subject(
              "tfsno " + name, dimension -> variant.of(TfSnoSpec.defaults(dimension), dimension)));
    }
    return all;
  }

  private static OperatorSpec flowing(int dimension, LocalSpec local) {
    return TfSnoSpec.defaults(dimension).withLocal(local).withPredictDelta(true);
  }

  /** FNO with what neighbours tell, on lines and planes that kernels divide in every way. */
  private static List<Subject> stencils() {
    String name = "fno, stencil";
    return List.of(
        new Subject(name, Subject::withStencil),
        new Subject(name + ", large batch", Subject::withStencil, true, Inputs.NONE, null),
        new Subject(name + ", fluxes", d -> withStencil(d).withFlux(true).withPredictDelta(true)),
        new Subject(name + ", width 128", d -> wide(128, d).withStencil(true)),
        Subject.on(Points.of(24, 16), name, ofModes(20, 5, 4).withStencil(true)),
        Subject.on(Points.of(64, 96), name, ofModes(20, 8, 12).withStencil(true)),
        Subject.on(Points.of(128, 128), name, ofModes(64, 24).withStencil(true)),
        Subject.on(Points.of(1120), name, ofModes(72, 20).withStencil(true)));
  }

  private static FnoSpec withStencil(int dimension) {
    return FnoSpec.defaults(dimension).withStencil(true);
  }

  /** Gates that see the parameters as well. */
  private static OperatorSpec seeing(int dimension) {
    TfSnoSpec usual = TfSnoSpec.defaults(dimension);
    return usual.withGate(usual.gate().withConditions(true).withStandardise(true));
  }

  /** Gates that do not look at the state. */
  private static OperatorSpec blind(int dimension) {
    TfSnoSpec usual = TfSnoSpec.defaults(dimension);
    return usual.withGate(usual.gate().withFeatures(List.of()));
  }

  /**
   * Its answer is a state that changes a little. What is left of a network that was not trained,
   * averaged over images, is a hundredth of what is averaged, and rounding errors are not.
   */
  private static OperatorSpec changing(int dimension) {
    return FnoSpec.defaults(dimension).withPredictDelta(true);
  }

  private static FnoSpec wide(int width, int dimension) {
    return new FnoSpec(width, dimension == 1 ? 16 : 4, 2, 128, Coordinates.NONE, false);
  }

  private static FnoSpec ofModes(int width, int... modes) {
    return FnoSpec.defaults(2).withWidth(width).withModes(AxisModes.of(modes));
  }

  private static OperatorSpec uneven(int dimension) {
    TfSnoSpec usual = TfSnoSpec.defaults(dimension);
    return new TfSnoSpec(
        UNEVEN,
        usual.modes(),
        true,
        usual.gate(),
        null,
        usual.init(),
        usual.coords(),
        false,
        null,
        null,
        null);
  }

  /** Channels that fill no tile, on lines and planes that halve to as little as kernels take. */
  private static OperatorSpec unevenSteps() {
    return new FinoSpec(List.of(20, 37, 50), 3, 2, false, false, Coordinates.NONE, true);
  }

  /** More waves than usual, in a row of blocks and on levels, with local terms alone. */
  private static OperatorSpec waves(int dimension, LocalSpec local) {
    boolean levels = dimension > 1;
    return new TfSnoSpec(
            levels ? List.of(20, 24, 32) : List.of(28),
            levels ? List.of(16, 12, 8) : List.of(64),
            levels,
            GateSpec.DEFAULT.withKind(GateSpec.Kind.NONE),
            null,
            SpectralInit.SMALL,
            Coordinates.NONE,
            false)
        .withLocal(local);
  }

  /** Where models are compared that have no grid of their own. */
  static FieldShape usual(int dimension) {
    return dimension == 1
        ? new FieldShape(1, 256, 1, 1)
        : new FieldShape(dimension, 64, 1, 2 * Math.PI);
  }
}
