package io.tfsno.operator.baseline;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tfsno.base.UserError;
import io.tfsno.nn.Constants;
import io.tfsno.operator.AxisModes;
import io.tfsno.operator.Coordinates;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Operator;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.operator.PaddingSpec;
import io.tfsno.operator.Sizes;
import io.tfsno.operator.SpectralInit;
import io.tfsno.spectral.Points;
import java.util.ArrayList;
import java.util.List;

/**
 * The U-shaped neural operator.
 *
 * @param width channels on the finest grid; even, for the first layer has half as many
 * @param modes kept wave numbers per sign, of all axes or of each, for each of the seven blocks
 * @param init the first weights of the blocks' spectral products
 * @param padding past walls; null for the default
 */
public record UnoSpec(
    int width,
    List<AxisModes> modes,
    SpectralInit init,
    Coordinates coords,
    boolean predictDelta,
    @JsonInclude(JsonInclude.Include.NON_NULL) PaddingSpec padding)
    implements OperatorSpec {
  static final int BLOCKS = 7;

  /** The coarsest grid, halved three times, must hold one mode besides its Nyquist wave. */
  private static final int LEAST_POINTS = 16;

  /** How often the coarser of the two grids of each block was halved. */
  private static final List<Integer> HALVINGS = List.of(1, 2, 3, 3, 3, 2, 1);

  public UnoSpec {
    modes = List.copyOf(Sizes.requirePresent("modes", modes));
    Sizes.requirePresent("init", init);
    Sizes.requirePresent("coords", coords);
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

  /** The same modes along all axes, and the default padding. */
  public UnoSpec(
      int width, List<Integer> modes, SpectralInit init, Coordinates coords, boolean predictDelta) {
    this(width, AxisModes.levels(modes), init, coords, predictDelta, null);
  }

  /**
   * The sizes used in the comparisons, by dimension; in 3D about as many parameters as in 2D, for
   * 32 points per axis and more.
   */
  public static UnoSpec defaults(int dimension) {
    return switch (dimension) {
      case 1 -> of(16, List.of(24, 12, 6, 6, 6, 12, 24));
      case 2 -> of(12, List.of(14, 6, 3, 3, 3, 6, 14));
      default -> of(8, List.of(6, 4, 2, 2, 2, 4, 6));
    };
  }

  private static UnoSpec of(int width, List<Integer> modes) {
    return new UnoSpec(width, modes, SpectralInit.SMALL, Coordinates.NONE, false);
  }

  public UnoSpec withPadding(PaddingSpec other) {
    return new UnoSpec(width, modes, init, coords, predictDelta, other);
  }

  public UnoSpec withPredictDelta(boolean on) {
    return new UnoSpec(width, modes, init, coords, on, padding);
  }

  public UnoSpec withCoords(Coordinates other) {
    return new UnoSpec(width, modes, init, other, predictDelta, padding);
  }

  /** Whether a grid can be halved as often as the blocks do; odd numbers are rounded up. */
  static boolean fits(Points points) {
    return points.perAxis().stream().allMatch(n -> n >= LEAST_POINTS);
  }

  @Override
  public String model() {
    return "uno";
  }

  @Override
  public UnoSpec fittedTo(FieldShape shape) {
    List<AxisModes> fitted = new ArrayList<>();
    for (int i = 0; i < BLOCKS; i++) {
      fitted.add(modes.get(i).within(shape.points(), HALVINGS.get(i)));
    }
    return new UnoSpec(
        width, fitted, init, coords, predictDelta, PaddingSpec.on(shape.grid(), padding));
  }

  @Override
  public void check(FieldShape shape) {
    if (!fits(shape.points())) {
      throw new UserError(
          "at least %d grid points along every axis".formatted(LEAST_POINTS),
          shape.points() + " points",
          "Use a finer grid.");
    }
    for (int i = 0; i < BLOCKS; i++) {
      modes.get(i).requireOn(shape.grid(), HALVINGS.get(i));
    }
  }

  @Override
  public Operator declare(FieldShape shape) {
    return new Uno(this, shape, new Constants());
  }
}
