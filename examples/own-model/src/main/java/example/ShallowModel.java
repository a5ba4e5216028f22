package example;

import io.tfsno.engine.Activations;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.nn.Initialiser;
import io.tfsno.nn.Linear;
import io.tfsno.nn.SpectralConv;
import io.tfsno.operator.AxisModes;
import io.tfsno.operator.Coordinates;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.GridOperator;
import io.tfsno.operator.Operator;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.operator.Operators;
import io.tfsno.operator.Pass;
import io.tfsno.operator.Traits;
import io.tfsno.spectral.Points;
import java.util.List;

/** A model with one wide Fourier layer: {@code u' = u + Q GELU( W u + F^-1 Phi F u )}. */
public final class ShallowModel implements Operators.Provider {
  @Override
  public List<Operators.Model> models() {
    return List.of(
        new Operators.Model(
            "shallow",
            "One wide Fourier layer",
            "the example of docs/reference/plugins.md",
            new Traits(Traits.Grids.ANY, 1),
            Spec.class,
            dimension -> new Spec(64, AxisModes.of(8), Coordinates.NONE, true)));
  }

  /** Its sizes: what a configuration holds under {@code model}, next to {@code name: shallow}. */
  public record Spec(int width, AxisModes modes, Coordinates coords, boolean predictDelta)
      implements OperatorSpec {
    @Override
    public String model() {
      return "shallow";
    }

    @Override
    public void check(FieldShape shape) {
      modes.requireOn(shape.grid(), 0);
    }

    @Override
    public Operator declare(FieldShape shape) {
      return new Network(this, shape, new Constants());
    }
  }

  private static final class Network extends GridOperator {
    private final SpectralConv spectral; // F^-1 Phi F
    private final Linear pointwise; // W
    private final Linear head; // Q

    Network(Spec spec, FieldShape shape, Constants constants) {
      super(spec, shape, constants);
      int in = inputChannels();
      Initialiser start = Initialiser.normal(1 / Math.sqrt(2.0 * in));
      spectral =
          new SpectralConv(
              parameters,
              constants,
              "spectral",
              in,
              spec.width(),
              spec.modes().half(shape.dimension()),
              start);
      pointwise = new Linear(parameters, "pointwise", in, spec.width());
      head =
          spec.predictDelta()
              ? Linear.zero(parameters, "head", spec.width(), shape.channels())
              : new Linear(parameters, "head", spec.width(), shape.channels());
    }

    /** From fields {@code [channel, sample, x(, y, z)]} to fields of the same order. */
    @Override
    protected Tensor network(Tensor u, Pass pass) {
      Tensor sum = pointwise.apply(u);
      spectral.addSynthesis(sum, spectral.mix(spectral.analyse(u), points(u)));
      return head.apply(Activations.gelu(sum));
    }

    @Override
    public boolean runsOn(Points points) {
      return true;
    }
  }
}
