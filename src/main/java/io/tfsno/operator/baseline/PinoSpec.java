package io.tfsno.operator.baseline;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tfsno.nn.Constants;
import io.tfsno.operator.AxisModes;
import io.tfsno.operator.Coordinates;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Operator;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.operator.PaddingSpec;
import io.tfsno.operator.PhysicsTerm;

/**
 * The physics-informed neural operator: the network of {@link FnoSpec}, trained with the equation's
 * residual in addition to the data.
 *
 * @param width channels inside
 * @param modes kept wave numbers per sign, of all axes or of each
 * @param layers spectral layers
 * @param head hidden channels of the projection at the end
 * @param physicsWeight weight of the residual in the loss
 * @param warmUp share of the epochs over which that weight grows to its value
 * @param padding past walls; null for the default
 */
public record PinoSpec(
    int width,
    AxisModes modes,
    int layers,
    int head,
    Coordinates coords,
    boolean predictDelta,
    double physicsWeight,
    double warmUp,
    @JsonInclude(JsonInclude.Include.NON_NULL) PaddingSpec padding)
    implements OperatorSpec {
  public PinoSpec {
    new FnoSpec(width, modes, layers, head, coords, predictDelta, padding);
    new PhysicsTerm(physicsWeight, warmUp);
  }

  /** The sizes used in the comparisons, by dimension. */
  public static PinoSpec defaults(int dimension) {
    FnoSpec f = FnoSpec.defaults(dimension);
    return new PinoSpec(
        f.width(), f.modes(), f.layers(), f.head(), f.coords(), f.predictDelta(), 0.1, 0.1, null);
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
  public PinoSpec fittedTo(FieldShape shape) {
    FnoSpec fitted = network().fittedTo(shape);
    return new PinoSpec(
        width,
        fitted.modes(),
        layers,
        head,
        coords,
        predictDelta,
        physicsWeight,
        warmUp,
        fitted.padding());
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
    return new FnoSpec(width, modes, layers, head, coords, predictDelta, padding);
  }
}
