package io.tfsno.operator;

import io.tfsno.base.UserError;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.nn.Parameters;
import java.util.Arrays;

/**
 * What all operators on grids share: the check of what comes in, the order of axes, coordinate
 * channels, and the choice between predicting the next state and predicting its change.
 */
abstract class GridOperator implements Operator {
  private final OperatorSpec spec;
  private final FieldShape shape;
  final Parameters parameters = new Parameters();
  final Constants constants;

  GridOperator(OperatorSpec spec, FieldShape shape, Constants constants) {
    spec.check(shape);
    this.spec = spec;
    this.shape = shape;
    this.constants = constants;
  }

  /** The network proper, on fields {@code [channel, sample, x(, y)]}. */
  abstract Tensor network(Tensor z, Pass pass);

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
  public final Tensor forward(Tensor u) {
    if (needsTime()) {
      throw new IllegalArgumentException("this operator needs the time: call forward(u, t)");
    }
    return step(u, Pass.plain(null));
  }

  @Override
  public final Tensor forward(Tensor u, Tensor t) {
    return step(u, Pass.plain(needsTime() ? t : null));
  }

  final Tensor step(Tensor u, Pass pass) {
    check(u);
    Tensor z = swapFirst(u);
    if (spec.coords() != Coordinates.NONE) {
      z = Tensor.cat(0, z, coordinates(u));
    }
    Tensor out = swapFirst(network(z, pass));
    return spec.predictDelta() ? u.add(out) : out;
  }

  /** {@code [sample, channel, ...]} to {@code [channel, sample, ...]} and back. */
  static Tensor swapFirst(Tensor x) {
    if (x.size(0) == 1 || x.size(1) == 1) {
      long[] swapped = x.shape();
      swapped[0] = x.size(1);
      swapped[1] = x.size(0);
      return x.reshape(swapped);
    }
    return x.rank() == 3 ? x.permute(1, 0, 2).contiguous() : x.permute(1, 0, 2, 3).contiguous();
  }

  /** Channels in, with coordinates. */
  final int inputChannels() {
    return shape.channels() + spec.coords().channels(shape.dimension());
  }

  private Tensor coordinates(Tensor u) {
    int points = Math.toIntExact(u.size(-1));
    Tensor grid =
        constants.tensor(
            "coordinates on " + points,
            u.device(),
            () -> spec.coords().onGrid(shape.dimension(), points));
    long[] expanded = grid.shape();
    expanded[1] = u.size(0);
    return grid.expand(expanded);
  }

  private void check(Tensor u) {
    long[] found = u.shape();
    boolean fits =
        found.length == 2 + shape.dimension()
            && found[1] == shape.channels()
            && found[2] == found[found.length - 1];
    if (!fits) {
      String grid = shape.dimension() == 1 ? "points" : "points, points";
      throw new UserError(
          "states [samples, %d, %s]".formatted(shape.channels(), grid),
          Arrays.toString(found),
          "This operator was made for %s.".formatted(shape));
    }
    int points = Math.toIntExact(found[2]);
    if (!runsOn(points)) {
      throw new UserError(
          "a grid that %s can run on, such as %d points".formatted(spec.model(), shape.points()),
          points + " points",
          "Resample the states first.");
    }
  }

  @Override
  public void close() {
    parameters.close();
    constants.close();
  }
}
