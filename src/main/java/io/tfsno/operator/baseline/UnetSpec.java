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
 * The U-Net.
 *
 * @param channels of each level, finest first; each level halves the grid
 * @param blocks residual blocks per level on the way down; there is one more on the way up
 * @param groups of channels that are normalised together; divides all channels
 */
public record UnetSpec(
    List<Integer> channels, int blocks, int groups, Coordinates coords, boolean predictDelta)
    implements OperatorSpec {
  /** Points that a convolution sees along an axis. */
  static final int WIDTH = 3;

  private static final int MOST_LEVELS = 8;

  public UnetSpec {
    channels = List.copyOf(Sizes.requirePresent("channels", channels));
    channels.forEach(c -> Sizes.requirePositive("channels", c));
    Sizes.requirePositive("blocks", blocks);
    Sizes.requirePositive("groups", groups);
    Sizes.requirePresent("coords", coords);
    if (channels.isEmpty() || channels.size() > MOST_LEVELS) {
      throw new UserError(
          "channels for each of 1 to %d levels".formatted(MOST_LEVELS),
          "channels " + channels,
          "Give a list of numbers.");
    }
    for (int c : channels) {
      if (c % groups != 0) {
        throw new UserError(
            "channels that %d groups divide".formatted(groups),
            "channels " + channels,
            "Use groups: 1, or other channels.");
      }
    }
  }

  /**
   * The sizes used in the comparisons, by dimension; in 3D with fewer channels, for every kernel
   * has three times as many points as in 2D.
   */
  public static UnetSpec defaults(int dimension) {
    List<Integer> channels = dimension < 3 ? List.of(16, 32, 64, 128) : List.of(9, 18, 36, 72);
    return new UnetSpec(channels, 1, 1, Coordinates.NONE, false);
  }

  public UnetSpec withCoords(Coordinates other) {
    return new UnetSpec(channels, blocks, groups, other, predictDelta);
  }

  public UnetSpec withPredictDelta(boolean on) {
    return new UnetSpec(channels, blocks, groups, coords, on);
  }

  int levels() {
    return channels.size();
  }

  /** Walls are the convolutions' own affair: see {@link UnetConv}. */
  @Override
  public PaddingSpec padding() {
    return PaddingSpec.NONE;
  }

  @Override
  public String model() {
    return "unet";
  }

  @Override
  public void check(FieldShape shape) {
    Sizes.requireHalvings(shape.points(), levels());
    int divisor = 1 << (levels() - 1);
    if (shape.points().perAxis().stream().anyMatch(n -> n / divisor < WIDTH)) {
      throw new UserError(
          "at least %d points on the coarsest of %d levels, as many as a kernel is wide"
              .formatted(WIDTH, levels()),
          "%s points on the finest".formatted(shape.points()),
          "Use fewer levels or a finer grid.");
    }
  }

  @Override
  public Operator declare(FieldShape shape) {
    return new Unet(this, shape, new Constants());
  }
}
