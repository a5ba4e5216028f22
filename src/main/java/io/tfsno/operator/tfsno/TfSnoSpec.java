package io.tfsno.operator.tfsno;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tfsno.base.UserError;
import io.tfsno.engine.Device;
import io.tfsno.engine.Rng;
import io.tfsno.nn.Constants;
import io.tfsno.nn.Parameters;
import io.tfsno.operator.AxisModes;
import io.tfsno.operator.Coordinates;
import io.tfsno.operator.Divergence;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.operator.PaddingSpec;
import io.tfsno.operator.Sizes;
import io.tfsno.operator.SpectralInit;
import io.tfsno.operator.tfsno.bound.NormBounds;
import io.tfsno.spectral.Points;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The time-frequency gated spectral neural operator.
 *
 * @param widths channels of each level, finest first; each level halves the grid
 * @param modes kept wave numbers per sign, of all axes or of each, for each level
 * @param multiscale U-shaped with skips; else blocks in a row, all on the finest level
 * @param gate how blocks adapt to their input
 * @param contraction bounds on every block, and on the maps between them; null for none
 * @param init the first weights of the blocks' spectral products
 * @param padding past walls; null for the default
 * @param local what blocks do point by point; null for the paper's, which do nothing
 * @param depth how many blocks stand in a row where there is only one scale; null for five
 */
public record TfSnoSpec(
    List<Integer> widths,
    List<AxisModes> modes,
    boolean multiscale,
    GateSpec gate,
    ContractionSpec contraction,
    SpectralInit init,
    Coordinates coords,
    boolean predictDelta,
    @JsonInclude(JsonInclude.Include.NON_NULL) PaddingSpec padding,
    @JsonInclude(JsonInclude.Include.NON_NULL) LocalSpec local,
    @JsonInclude(JsonInclude.Include.NON_NULL) Integer depth)
    implements OperatorSpec {
  /** Blocks in a row unless {@code depth} says otherwise: as many as three scales have. */
  private static final int FLAT_BLOCKS = 5;

  private static final int MOST_BLOCKS = 32;

  /** A channel must hold at least as many values as there are moments of it. */
  static final int COARSEST_POINTS = 4;

  public TfSnoSpec {
    widths = List.copyOf(Sizes.requirePresent("widths", widths));
    modes = List.copyOf(Sizes.requirePresent("modes", modes));
    Sizes.requirePresent("gate", gate);
    Sizes.requirePresent("init", init);
    Sizes.requirePresent("coords", coords);
    widths.forEach(w -> Sizes.requirePositive("width", w));
    if (widths.isEmpty() || widths.size() > 8 || widths.size() != modes.size()) {
      throw new UserError(
          "one width and one mode count for each of 1 to 8 levels",
          "widths %s and modes %s".formatted(widths, modes),
          "Give two lists of the same length.");
    }
    if (!multiscale && widths.size() != 1) {
      throw new UserError(
          "one level with multiscale: false",
          widths.size() + " levels",
          "Give one width and one mode count.");
    }
    requireDepth(multiscale, depth);
    int count = blocks(widths.size(), multiscale, depth);
    List<Integer> gated = gate.blocks();
    if (gated != null && gated.get(gated.size() - 1) > count) {
      throw new UserError(
          "gates in blocks 1 to " + count,
          "blocks " + gated,
          "This model has %d blocks.".formatted(count));
    }
    local = LocalSpec.NONE.equals(local) ? null : local;
    if (local != null && contraction != null) {
      throw new UserError(
          "bounds on blocks (contraction) or local terms (local)",
          "both",
          "No bound holds for local terms: leave one of the two out.");
    }
    if (contraction != null) {
      contraction.require(gate, predictDelta);
    }
  }

  /** The same modes along all axes, and the default padding. */
  public TfSnoSpec(
      List<Integer> widths,
      List<Integer> modes,
      boolean multiscale,
      GateSpec gate,
      ContractionSpec contraction,
      SpectralInit init,
      Coordinates coords,
      boolean predictDelta) {
    this(
        widths,
        AxisModes.levels(modes),
        multiscale,
        gate,
        contraction,
        init,
        coords,
        predictDelta,
        null,
        null,
        null);
  }

  private static void requireDepth(boolean multiscale, Integer depth) {
    if (depth == null) {
      return;
    }
    if (multiscale) {
      throw new UserError(
          "depth with multiscale: false only",
          "depth %d with multiscale: true".formatted(depth),
          "Levels say how many blocks there are; leave depth out or set multiscale: false.");
    }
    if (depth < 1 || depth > MOST_BLOCKS) {
      throw new UserError(
          "depth from 1 to " + MOST_BLOCKS,
          depth.toString(),
          "Leave it out for %d blocks in a row.".formatted(FLAT_BLOCKS));
    }
  }

  /**
   * The sizes used in the comparisons, by dimension; in 3D about as many parameters as in 2D, for
   * 24 points per axis and more.
   */
  public static TfSnoSpec defaults(int dimension) {
    return switch (dimension) {
      case 1 -> of(List.of(32, 48, 64), List.of(24, 24, 16), true);
      case 2 -> of(List.of(20, 30, 40), List.of(12, 8, 6), true);
      default -> of(List.of(12, 16, 20), List.of(6, 4, 3), true);
    };
  }

  /** The ablation without scales, of about the same size. */
  public static TfSnoSpec withoutMultiscale(int dimension) {
    return switch (dimension) {
      case 1 -> of(List.of(40), List.of(24), false);
      case 2 -> of(List.of(20), List.of(12), false);
      default -> of(List.of(10), List.of(6), false);
    };
  }

  private static TfSnoSpec of(List<Integer> widths, List<Integer> modes, boolean multiscale) {
    return new TfSnoSpec(
        widths,
        modes,
        multiscale,
        GateSpec.DEFAULT,
        null,
        SpectralInit.SMALL,
        Coordinates.NONE,
        false);
  }

  public TfSnoSpec withGate(GateSpec other) {
    return with(draft -> draft.gate = other);
  }

  public TfSnoSpec withContraction(ContractionSpec other) {
    return with(draft -> draft.contraction = other);
  }

  public TfSnoSpec withCoords(Coordinates other) {
    return with(draft -> draft.coords = other);
  }

  public TfSnoSpec withPredictDelta(boolean on) {
    return with(draft -> draft.predictDelta = on);
  }

  public TfSnoSpec withPadding(PaddingSpec other) {
    return with(draft -> draft.padding = other);
  }

  public TfSnoSpec withLocal(LocalSpec other) {
    return with(draft -> draft.local = other);
  }

  private TfSnoSpec with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.done();
  }

  /** A copy of which parts can be changed before it is checked. */
  private static final class Draft {
    private final TfSnoSpec of;
    private List<AxisModes> modes;
    private GateSpec gate;
    private ContractionSpec contraction;
    private Coordinates coords;
    private boolean predictDelta;
    private PaddingSpec padding;
    private LocalSpec local;

    Draft(TfSnoSpec of) {
      this.of = of;
      modes = of.modes;
      gate = of.gate;
      contraction = of.contraction;
      coords = of.coords;
      predictDelta = of.predictDelta;
      padding = of.padding;
      local = of.local;
    }

    TfSnoSpec done() {
      return new TfSnoSpec(
          of.widths,
          modes,
          of.multiscale,
          gate,
          contraction,
          of.init,
          coords,
          predictDelta,
          padding,
          local,
          of.depth);
    }
  }

  private static int blocks(int levels, boolean multiscale, Integer depth) {
    if (multiscale) {
      return 2 * levels - 1;
    }
    return depth == null ? FLAT_BLOCKS : depth;
  }

  /** How many blocks there are. */
  int blocks() {
    return blocks(levels(), multiscale, depth);
  }

  @Override
  public List<Integer> blockLevels() {
    int turn = levels() - 1;
    return IntStream.range(0, blocks())
        .mapToObj(block -> multiscale ? turn - Math.abs(turn - block) : 0)
        .toList();
  }

  /** Whether the amplification of a whole step is bounded. */
  boolean boundsStep() {
    return contraction != null && contraction.step() != null;
  }

  /** Bounds of a set of matrices: strict where their product is to stay below a bound. */
  NormBounds bounds(Parameters parameters, String name, double bound, long count, long columns) {
    return boundsStep()
        ? NormBounds.strict(parameters, name, bound, count)
        : new NormBounds(parameters, name, bound, count, columns);
  }

  int levels() {
    return widths.size();
  }

  /** Whether the coarsest level of such a grid has points enough; odd numbers are rounded up. */
  boolean fits(Points points) {
    return points.halved(levels() - 1).perAxis().stream().allMatch(n -> n >= COARSEST_POINTS);
  }

  @Override
  public String model() {
    return "tfsno";
  }

  @Override
  public boolean gated() {
    return gate.isPresent();
  }

  @Override
  public boolean shifts() {
    return true;
  }

  @Override
  public TfSnoSpec fittedTo(FieldShape shape) {
    List<AxisModes> fitted = new ArrayList<>();
    for (int level = 0; level < levels(); level++) {
      fitted.add(modes.get(level).within(shape.points(), level));
    }
    return with(
        draft -> {
          draft.modes = fitted;
          draft.padding = PaddingSpec.on(shape.grid(), padding);
        });
  }

  @Override
  public void check(FieldShape shape) {
    if (!fits(shape.points())) {
      throw new UserError(
          "at least %d points on the coarsest of %d levels".formatted(COARSEST_POINTS, levels()),
          "%s points on the finest".formatted(shape.points()),
          "Use fewer levels or a finer grid.");
    }
    for (int level = 0; level < levels(); level++) {
      modes.get(level).requireOn(shape.grid(), level);
    }
    gate.check(shape.inputs());
    if (local != null) {
      local.check(modes, predictDelta, shape);
    }
    if (contraction != null) {
      contraction.require(shape.inputs());
    }
  }

  /** Whether the network gives fluxes, whose divergence is the change of the state. */
  boolean givesFluxes() {
    return local != null && local.flux();
  }

  /** How many fields the head gives. */
  int outputs(FieldShape shape) {
    return givesFluxes() ? Divergence.fluxes(shape) : shape.channels();
  }

  @Override
  public TfSno declare(FieldShape shape) {
    return new TfSno(this, shape, new Constants());
  }

  @Override
  public TfSno build(FieldShape shape, Device device, Rng rng) {
    return (TfSno) OperatorSpec.super.build(shape, device, rng);
  }
}
