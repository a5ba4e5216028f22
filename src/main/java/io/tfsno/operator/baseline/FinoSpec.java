package io.tfsno.operator.baseline;

import io.tfsno.base.UserError;
import io.tfsno.nn.Constants;
import io.tfsno.operator.Coordinates;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Operator;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.operator.PaddingSpec;
import io.tfsno.operator.Sizes;
import java.util.List;

/**
 * The finite-difference-inspired neural operator.
 *
 * @param channels of each level, finest first; each level halves the grid
 * @param stencil odd width of the learnt stencils, in grid points
 * @param steps Euler steps per level, on the way down and again on the way up
 * @param positiveDt whether time steps are kept positive
 * @param zeroSum whether the weights of a stencil add up to zero, as those of a derivative do
 * @param predictDelta always true, whatever is given: the network adds to the state by its
 *     definition. The key is there so that one setting can be given to all models.
 */
public record FinoSpec(
    List<Integer> channels,
    int stencil,
    int steps,
    boolean positiveDt,
    boolean zeroSum,
    Coordinates coords,
    boolean predictDelta)
    implements OperatorSpec {
  public FinoSpec {
    channels = List.copyOf(Sizes.requirePresent("channels", channels));
    channels.forEach(c -> Sizes.requirePositive("channels", c));
    Sizes.requirePositive("steps", steps);
    Sizes.requirePresent("coords", coords);
    predictDelta = true;
    if (channels.isEmpty() || channels.size() > 8) {
      throw new UserError(
          "channels for each of 1 to 8 levels", "channels " + channels, "Give a list of numbers.");
    }
    if (stencil < 1 || stencil % 2 == 0) {
      throw new UserError(
          "an odd stencil, as wide to the left as to the right", "" + stencil, "Use 3 or 5.");
    }
  }

  /**
   * The sizes used in the comparisons, by dimension; in 3D with half the channels of 2D, for every
   * stencil has three times as many points.
   */
  public static FinoSpec defaults(int dimension) {
    return switch (dimension) {
      case 1 -> of(List.of(48, 96, 128), 5);
      case 2 -> of(List.of(64, 128, 192), 3);
      default -> of(List.of(32, 64, 96), 3);
    };
  }

  private static FinoSpec of(List<Integer> channels, int stencil) {
    return new FinoSpec(channels, stencil, 2, false, false, Coordinates.NONE, true);
  }

  public FinoSpec withPositiveDt(boolean on) {
    return new FinoSpec(channels, stencil, steps, on, zeroSum, coords, predictDelta);
  }

  public FinoSpec withZeroSum(boolean on) {
    return new FinoSpec(channels, stencil, steps, positiveDt, on, coords, predictDelta);
  }

  public FinoSpec withCoords(Coordinates other) {
    return new FinoSpec(channels, stencil, steps, positiveDt, zeroSum, other, predictDelta);
  }

  int levels() {
    return channels.size();
  }

  /** The finest grid must halve evenly down to the coarsest level. */
  int divisor() {
    return 1 << (levels() - 1);
  }

  /** Walls are the stencils' own affair: see {@link LocalStep}. */
  @Override
  public PaddingSpec padding() {
    return PaddingSpec.NONE;
  }

  @Override
  public String model() {
    return "fino";
  }

  @Override
  public void check(FieldShape shape) {
    Sizes.requireHalvings(shape.points(), levels());
    if (shape.points().perAxis().stream().anyMatch(n -> n / divisor() < stencil)) {
      throw new UserError(
          "at least %d points on the coarsest of %d levels, as many as the stencil is wide"
              .formatted(stencil, levels()),
          "%s points on the finest".formatted(shape.points()),
          "Use fewer levels, a narrower stencil or a finer grid.");
    }
  }

  @Override
  public Operator declare(FieldShape shape) {
    return new Fino(this, shape, new Constants());
  }
}
