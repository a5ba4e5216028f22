package io.tfsno.operator.baseline;

import io.tfsno.base.UserError;
import io.tfsno.nn.Constants;
import io.tfsno.operator.Coordinates;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Operator;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.operator.Sizes;
import java.util.Locale;

/**
 * The deep operator network.
 *
 * @param basis number p of functions that an answer is a sum of, and width of both networks
 * @param layers linear layers of the trunk, and of the branch if it is an MLP
 * @param harmonics waves per axis that tell the trunk where it is
 * @param branch the network that sees the state
 * @param coords only NONE: the state is not seen point by point
 */
public record DeepONetSpec(
    int basis, int layers, int harmonics, Branch branch, Coordinates coords, boolean predictDelta)
    implements OperatorSpec {
  /** How the state is turned into numbers. */
  public enum Branch {
    /** Linear layers on all its values. */
    MLP,
    /** Three strided convolutions on the periodic grid, then two linear layers. */
    CNN
  }

  /** Three convolutions halve the grid, and what they see must not reach around it twice. */
  private static final int CNN_POINTS = 8;

  public DeepONetSpec {
    Sizes.requirePositive("basis", basis);
    Sizes.requirePositive("layers", layers);
    Sizes.requirePositive("harmonics", harmonics);
    Sizes.requirePresent("branch", branch);
    Sizes.requirePresent("coords", coords);
    if (coords != Coordinates.NONE) {
      throw new UserError(
          "coords: none with deeponet",
          coords.name().toLowerCase(Locale.ROOT),
          "Leave coords out: its trunk knows positions, and its branch has no use for them.");
    }
  }

  /**
   * The sizes used in the comparisons, by dimension; in 3D few functions, for the branch has a
   * weight for each of them and every point: 2 million on 32 points per axis.
   */
  public static DeepONetSpec defaults(int dimension) {
    int basis =
        switch (dimension) {
          case 1 -> 256;
          case 2 -> 320;
          default -> 64;
        };
    return new DeepONetSpec(basis, 4, 4, Branch.MLP, Coordinates.NONE, false);
  }

  public DeepONetSpec withBranch(Branch other) {
    return new DeepONetSpec(basis, layers, harmonics, other, coords, predictDelta);
  }

  public DeepONetSpec withPredictDelta(boolean on) {
    return new DeepONetSpec(basis, layers, harmonics, branch, coords, on);
  }

  @Override
  public String model() {
    return "deeponet";
  }

  @Override
  public void check(FieldShape shape) {
    if (branch == Branch.CNN) {
      Sizes.requirePeriodic(
          "branch: cnn, whose convolutions wrap around", shape.grid(), "Use branch: mlp.");
    }
    if (branch == Branch.CNN && shape.points().perAxis().stream().anyMatch(n -> n < CNN_POINTS)) {
      throw new UserError(
          "at least %d points for branch: cnn".formatted(CNN_POINTS),
          shape.points() + " points",
          "Use branch: mlp or a finer grid.");
    }
  }

  @Override
  public Operator declare(FieldShape shape) {
    return new DeepONet(this, shape, new Constants());
  }
}
