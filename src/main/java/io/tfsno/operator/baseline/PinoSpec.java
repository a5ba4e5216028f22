package io.tfsno.operator.baseline;

import io.tfsno.nn.Constants;
import io.tfsno.operator.Coordinates;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Operator;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.operator.PhysicsTerm;

/**
 * The physics-informed neural operator: the network of {@link FnoSpec}, trained with the equation's
 * residual beside the data.
 *
 * @param width channels inside
 * @param modes kept wave numbers per axis and sign
 * @param layers spectral layers
 * @param head hidden channels of the projection at the end
 * @param physicsWeight weight of the residual in the loss
 * @param warmUp share of the epochs over which that weight grows to its value
 */
public record PinoSpec(
    int width,
    int modes,
    int layers,
    int head,
    Coordinates coords,
    boolean predictDelta,
    double physicsWeight,
    double warmUp)
    implements OperatorSpec {
  public PinoSpec {
    new FnoSpec(width, modes, layers, head, coords, predictDelta);
    new PhysicsTerm(physicsWeight, warmUp);
  }

  /** The sizes used in the comparisons, by dimension. */
  public static PinoSpec defaults(int dimension) {
    FnoSpec f = FnoSpec.defaults(dimension);
    return new PinoSpec(
        f.width(), f.modes(), f.layers(), f.head(), f.coords(), f.predictDelta(), 0.1, 0.1);
  }

  @Override
  public String model() {
    return "pino";
  }

  @Override
  public PhysicsTerm physics() {
    return new PhysicsTerm(physicsWeight, warmUp);
  }

  @Override
  public void check(FieldShape shape) {
    network().check(shape);
  }

  @Override
  public Operator declare(FieldShape shape) {
    return new Fno(this, network(), shape, new Constants());
  }

  private FnoSpec network() {
    return new FnoSpec(width, modes, layers, head, coords, predictDelta);
  }
}
