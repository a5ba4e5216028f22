package io.tfsno.operator.baseline;

import io.tfsno.base.UserError;
import io.tfsno.nn.Constants;
import io.tfsno.nn.Initialiser;
import io.tfsno.operator.Coordinates;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Operator;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.operator.Sizes;
import io.tfsno.spectral.Wavelet;

/**
 * The wavelet neural operator.
 *
 * @param width channels inside
 * @param levels of the wavelet transform; the coarsest one, which carries the weights, has {@code
 *     points / 2^levels} coefficients per axis
 * @param layers wavelet layers
 * @param head hidden channels of the projection at the end
 * @param fine what happens to details finer than the coarsest
 * @param init how the weights of the coefficients start
 */
public record WnoSpec(
    int width,
    int levels,
    int layers,
    int head,
    Wavelet wavelet,
    Fine fine,
    Init init,
    Coordinates coords,
    boolean predictDelta)
    implements OperatorSpec {
  private static final int MOST_LEVELS = 16;

  /** The details that carry no weights: dropped, or passed through unchanged. */
  public enum Fine {
    ZERO,
    PASS
  }

  /**
   * First weights: NORMAL with variance 1 / (2 width), or as PUBLISHED, uniform in [0, 1/width^2).
   */
  public enum Init {
    NORMAL,
    PUBLISHED;

    Initialiser of(int width) {
      return switch (this) {
        case NORMAL -> Initialiser.normal(Math.sqrt(1.0 / (2 * width)));
        case PUBLISHED -> Initialiser.fnoUniform(width, width);
      };
    }
  }

  public WnoSpec {
    Sizes.requirePositive("width", width);
    Sizes.requirePositive("levels", levels);
    Sizes.requirePositive("layers", layers);
    Sizes.requirePositive("head", head);
    Sizes.requirePresent("wavelet", wavelet);
    Sizes.requirePresent("fine", fine);
    Sizes.requirePresent("init", init);
    Sizes.requirePresent("coords", coords);
    if (levels > MOST_LEVELS) {
      throw new UserError(
          "at most %d levels".formatted(MOST_LEVELS), levels + " levels", "Choose fewer.");
    }
  }

  /**
   * The sizes used in the comparisons, by dimension; in 3D about as many parameters on 32 points
   * per axis as on a plane of 64.
   */
  public static WnoSpec defaults(int dimension) {
    int width =
        switch (dimension) {
          case 1 -> 48;
          case 2 -> 44;
          default -> 30;
        };
    return new WnoSpec(
        width, 3, 4, 128, Wavelet.DB6, Fine.ZERO, Init.NORMAL, Coordinates.NONE, false);
  }

  public WnoSpec withFine(Fine other) {
    return new WnoSpec(width, levels, layers, head, wavelet, other, init, coords, predictDelta);
  }

  public WnoSpec withCoords(Coordinates other) {
    return new WnoSpec(width, levels, layers, head, wavelet, fine, init, other, predictDelta);
  }

  public WnoSpec withPredictDelta(boolean on) {
    return new WnoSpec(width, levels, layers, head, wavelet, fine, init, coords, on);
  }

  /** Every level halves the grid. */
  int divisor() {
    return 1 << levels;
  }

  @Override
  public String model() {
    return "wno";
  }

  @Override
  public void check(FieldShape shape) {
    Sizes.requirePeriodic(
        "wno, whose wavelets wrap around", shape.grid(), "Use fno, uno or tfsno.");
    if (shape.points().perAxis().stream().anyMatch(n -> n % divisor() != 0)) {
      throw new UserError(
          "grid points divisible by %d for %d wavelet levels".formatted(divisor(), levels),
          shape.points() + " points",
          "Use fewer levels or another grid.");
    }
  }

  @Override
  public Operator declare(FieldShape shape) {
    return new Wno(this, shape, new Constants());
  }
}
