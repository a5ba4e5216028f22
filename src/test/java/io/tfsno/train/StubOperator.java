package io.tfsno.train;

import io.tfsno.data.Normaliser;
import io.tfsno.engine.Device;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Initialiser;
import io.tfsno.nn.Parameters;
import io.tfsno.operator.Conditions;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Operator;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.operator.baseline.FnoSpec;
import io.tfsno.run.ModelCard;
import io.tfsno.run.TrainedModel;
import io.tfsno.spectral.Points;
import java.util.function.BinaryOperator;

/** An operator given by a formula of the state and of one trainable number, {@code gain}. */
public final class StubOperator implements Operator {
  private final FieldShape shape;
  private final Parameters parameters = new Parameters();
  private final Formula step;

  /** The next state of u. */
  @FunctionalInterface
  public interface Formula {
    Tensor of(Tensor u, Conditions given, Tensor gain);
  }

  public StubOperator(FieldShape shape, double gain, BinaryOperator<Tensor> step) {
    this(shape, gain, (u, given, number) -> step.apply(u, number));
  }

  public StubOperator(FieldShape shape, double gain, Formula step) {
    this.shape = shape;
    this.step = step;
    parameters.declare("gain", Initialiser.constant(gain), 1);
    parameters.allocate(Device.CPU, new Rng(0));
  }

  /** Gives back the state it is given. */
  public static StubOperator identity(FieldShape shape) {
    return new StubOperator(shape, 1, (u, gain) -> u.copy());
  }

  /** A trained model around it, on values as they are. */
  public TrainedModel trained(String equation, double dt) {
    ModelCard card = new ModelCard(spec(), shape, Normaliser.NONE, equation, dt);
    return new TrainedModel(card, this);
  }

  @Override
  public OperatorSpec spec() {
    return FnoSpec.defaults(shape.dimension());
  }

  @Override
  public FieldShape shape() {
    return shape;
  }

  @Override
  public Parameters parameters() {
    return parameters;
  }

  @Override
  public Tensor forward(Tensor u, Conditions given) {
    return step.of(u, given, parameters.get("gain"));
  }

  @Override
  public boolean runsOn(Points points) {
    return points.perAxis().stream().allMatch(n -> n % 2 == 0);
  }

  @Override
  public void close() {
    parameters.close();
  }
}
