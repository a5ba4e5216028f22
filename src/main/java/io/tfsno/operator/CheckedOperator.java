package io.tfsno.operator;

import io.tfsno.base.UserError;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.nn.Parameters;
import io.tfsno.spectral.Points;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * What all operators share: the check of what comes in, and the choice between predicting the next
 * state and predicting its change.
 */
public abstract class CheckedOperator implements Operator {
  private final OperatorSpec spec;
  private final FieldShape shape;
  protected final Parameters parameters = new Parameters();
  protected final Constants constants;

  protected CheckedOperator(OperatorSpec spec, FieldShape shape, Constants constants) {
    spec.check(shape);
    this.spec = spec;
    this.shape = shape;
    this.constants = constants;
  }

  /** What the network says to states {@code [sample, channel, x(, y, z)]}, in the same shape. */
  protected abstract Tensor answer(Tensor u, Pass pass);

  @Override
  public final FieldShape shape() {
    return shape;
  }

  @Override
  public OperatorSpec spec() {
    return spec;
  }

  @Override
  public final Parameters parameters() {
    return parameters;
  }

  @Override
  public final Tensor forward(Tensor u, Conditions given) {
    return step(u, Pass.plain(given));
  }

  protected final Tensor step(Tensor u, Pass pass) {
    check(u);
    pass.given().require(shape.inputs(), needsTime(), u);
    Tensor out = answer(u, pass);
    return spec.predictDelta() ? u.add(out) : out;
  }

  private void check(Tensor u) {
    long[] found = u.shape();
    boolean fits = found.length == 2 + shape.dimension() && found[1] == shape.channels();
    if (!fits) {
      throw new UserError(
          "states [samples, %d, %s]".formatted(shape.channels(), axes()),
          Arrays.toString(found),
          "This operator was made for %s.".formatted(shape.text()));
    }
    Points points = Points.of(u, shape.dimension());
    if (!runsOn(points)) {
      throw new UserError(
          "a grid that %s can run on, such as %s points".formatted(spec.model(), shape.points()),
          points + " points",
          "Resample the states first.");
    }
  }

  private String axes() {
    return shape.grid().axes().stream()
        .map(axis -> "points along " + axis.name())
        .collect(Collectors.joining(", "));
  }

  @Override
  public void close() {
    parameters.close();
    constants.close();
  }
}
