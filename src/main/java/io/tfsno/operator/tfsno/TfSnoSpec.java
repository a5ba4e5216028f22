package io.tfsno.operator.tfsno;

import io.tfsno.base.UserError;
import io.tfsno.engine.Device;
import io.tfsno.engine.Rng;
import io.tfsno.nn.Constants;
import io.tfsno.operator.Coordinates;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.operator.Sizes;
import io.tfsno.operator.SpectralInit;
import java.util.List;

/**
 * The time-frequency gated spectral neural operator.
 *
 * @param widths channels of each level, finest first; each level halves the grid
 * @param modes kept wave numbers per axis and sign, of each level
 * @param multiscale U-shaped with skips; else five blocks in a row, all on the finest level
 * @param gate how blocks adapt to their input
 * @param contraction bounds on every block, or null for none
 * @param init the first weights of the blocks' spectral products
 */
public record TfSnoSpec(
    List<Integer> widths,
    List<Integer> modes,
    boolean multiscale,
    GateSpec gate,
    ContractionSpec contraction,
    SpectralInit init,
    Coordinates coords,
    boolean predictDelta)
    implements OperatorSpec {
  /** Blocks in a row where there is only one scale. */
  private static final int FLAT_BLOCKS = 5;

  /** A channel must hold at least as many values as there are moments of it. */
  static final int COARSEST_POINTS = 4;

  public TfSnoSpec {
    widths = List.copyOf(Sizes.requirePresent("widths", widths));
    modes = List.copyOf(Sizes.requirePresent("modes", modes));
    Sizes.requirePresent("gate", gate);
    Sizes.requirePresent("init", init);
    Sizes.requirePresent("coords", coords);
    widths.forEach(w -> Sizes.requirePositive("width", w));
    modes.forEach(m -> Sizes.requirePositive("modes", m));
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
    int count = blocks(widths.size(), multiscale);
    List<Integer> gated = gate.blocks();
    if (gated != null && gated.get(gated.size() - 1) > count) {
      throw new UserError(
          "gates in blocks 1 to " + count,
          "blocks " + gated,
          "%d levels have %d blocks.".formatted(widths.size(), count));
    }
  }

  /** The sizes used in the comparisons, by dimension. */
  public static TfSnoSpec defaults(int dimension) {
    return dimension == 1
        ? of(List.of(32, 48, 64), List.of(24, 24, 16), true)
        : of(List.of(20, 30, 40), List.of(12, 8, 6), true);
  }

  /** The ablation without scales, of about the same size. */
  public static TfSnoSpec withoutMultiscale(int dimension) {
    return dimension == 1
        ? of(List.of(40), List.of(24), false)
        : of(List.of(20), List.of(12), false);
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
    return new TfSnoSpec(widths, modes, multiscale, other, contraction, init, coords, predictDelta);
  }

  public TfSnoSpec withContraction(ContractionSpec other) {
    return new TfSnoSpec(widths, modes, multiscale, gate, other, init, coords, predictDelta);
  }

  public TfSnoSpec withCoords(Coordinates other) {
    return new TfSnoSpec(widths, modes, multiscale, gate, contraction, init, other, predictDelta);
  }

  public TfSnoSpec withPredictDelta(boolean on) {
    return new TfSnoSpec(widths, modes, multiscale, gate, contraction, init, coords, on);
  }

  private static int blocks(int levels, boolean multiscale) {
    return multiscale ? 2 * levels - 1 : FLAT_BLOCKS;
  }

  /** How many blocks there are. */
  int blocks() {
    return blocks(levels(), multiscale);
  }

  int levels() {
    return widths.size();
  }

  /** The finest grid must halve evenly down to the coarsest level. */
  int divisor() {
    return 1 << (levels() - 1);
  }

  @Override
  public String model() {
    return "tfsno";
  }

  @Override
  public void check(FieldShape shape) {
    Sizes.requireHalvings(shape.points(), levels());
    if (shape.points() / divisor() < COARSEST_POINTS) {
      throw new UserError(
          "at least %d points on the coarsest of %d levels".formatted(COARSEST_POINTS, levels()),
          "%d points on the finest".formatted(shape.points()),
          "Use fewer levels or a finer grid.");
    }
    for (int level = 0; level < levels(); level++) {
      Sizes.requireModes(modes.get(level), shape.points(), 1 << level);
    }
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
