package io.tfsno.operator.baseline;

import io.tfsno.base.UserError;
import io.tfsno.nn.Constants;
import io.tfsno.operator.Coordinates;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Operator;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.operator.Sizes;
import io.tfsno.operator.SpectralInit;
import java.util.List;

/**
 * The U-shaped neural operator.
 *
 * @param width channels on the finest grid; even, for the first layer has half as many
 * @param modes kept wave numbers per axis and sign, of each of the seven blocks
 * @param init the first weights of the blocks' spectral products
 */
public record UnoSpec(
    int width, List<Integer> modes, SpectralInit init, Coordinates coords, boolean predictDelta)
    implements OperatorSpec {
  static final int BLOCKS = 7;

  /** Three blocks halve the grid. */
  private static final int DIVISOR = 8;

  /** The coarsest grid must hold one mode besides its Nyquist wave. */
  private static final int LEAST_POINTS = 2 * DIVISOR;

  /** The coarser of the two grids of each block has N over so many points. */
  private static final List<Integer> COARSER = List.of(2, 4, 8, 8, 8, 4, 2);

  public UnoSpec {
    modes = List.copyOf(Sizes.requirePresent("modes", modes));
    Sizes.requirePresent("init", init);
    Sizes.requirePresent("coords", coords);
    modes.forEach(m -> Sizes.requirePositive("modes", m));
    if (width < 2 || width % 2 != 0) {
      throw new UserError(
          "an even width of at least 2", "" + width, "The first layer has half as many channels.");
    }
    if (modes.size() != BLOCKS) {
      throw new UserError(
          "one mode count for each of %d blocks".formatted(BLOCKS),
          "modes " + modes,
          "Give %d numbers, from the first block to the last.".formatted(BLOCKS));
    }
  }

  /** The sizes used in the comparisons, by dimension. */
  public static UnoSpec defaults(int dimension) {
    return dimension == 1
        ? new UnoSpec(
            16, List.of(24, 12, 6, 6, 6, 12, 24), SpectralInit.SMALL, Coordinates.NONE, false)
        : new UnoSpec(
            12, List.of(14, 6, 3, 3, 3, 6, 14), SpectralInit.SMALL, Coordinates.NONE, false);
  }

  public UnoSpec withPredictDelta(boolean on) {
    return new UnoSpec(width, modes, init, coords, on);
  }

  public UnoSpec withCoords(Coordinates other) {
    return new UnoSpec(width, modes, init, other, predictDelta);
  }

  /** Whether a grid can be halved as often as the blocks do. */
  static boolean fits(int points) {
    return points % DIVISOR == 0 && points >= LEAST_POINTS;
  }

  @Override
  public String model() {
    return "uno";
  }

  @Override
  public void check(FieldShape shape) {
    if (!fits(shape.points())) {
      throw new UserError(
          "grid points divisible by %d and at least %d".formatted(DIVISOR, LEAST_POINTS),
          shape.points() + " points",
          "Use another grid.");
    }
    for (int i = 0; i < BLOCKS; i++) {
      Sizes.requireModes(modes.get(i), shape.points(), COARSER.get(i));
    }
  }

  @Override
  public Operator declare(FieldShape shape) {
    return new Uno(this, shape, new Constants());
  }
}
