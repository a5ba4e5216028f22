package io.tfsno.operator.baseline;

import io.tfsno.nn.Constants;
import io.tfsno.operator.Coordinates;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Operator;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.operator.Sizes;

/**
 * The Fourier neural operator.
 *
 * @param width channels inside
 * @param modes kept wave numbers per axis and sign
 * @param layers spectral layers
 * @param head hidden channels of the projection at the end
 */
public record FnoSpec(
    int width, int modes, int layers, int head, Coordinates coords, boolean predictDelta)
    implements OperatorSpec {
  public FnoSpec {
    Sizes.requirePositive("width", width);
    Sizes.requirePositive("modes", modes);
    Sizes.requirePositive("layers", layers);
    Sizes.requirePositive("head", head);
    Sizes.requirePresent("coords", coords);
  }

  /** The sizes used in the comparisons, by dimension. */
  public static FnoSpec defaults(int dimension) {
    return dimension == 1
        ? new FnoSpec(64, 16, 4, 128, Coordinates.NONE, false)
        : new FnoSpec(28, 12, 4, 128, Coordinates.NONE, false);
  }

  public FnoSpec withPredictDelta(boolean on) {
    return new FnoSpec(width, modes, layers, head, coords, on);
  }

  public FnoSpec withCoords(Coordinates other) {
    return new FnoSpec(width, modes, layers, head, other, predictDelta);
  }

  @Override
  public String model() {
    return "fno";
  }

  @Override
  public void check(FieldShape shape) {
    Sizes.requireModes(modes, shape.points());
  }

  @Override
  public Operator declare(FieldShape shape) {
    return new Fno(this, shape, new Constants());
  }
}
