package io.tfsno.operator;

import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;

/** What operators that work on the grid itself share: the order of axes and coordinate channels. */
public abstract class GridOperator extends CheckedOperator {
  private final Coordinates coords;

  protected GridOperator(OperatorSpec spec, FieldShape shape, Constants constants) {
    super(spec, shape, constants);
    coords = spec.coords();
  }

  /** The network proper, on fields {@code [channel, sample, x(, y)]}. */
  protected abstract Tensor network(Tensor z, Pass pass);

  @Override
  protected final Tensor answer(Tensor u, Pass pass) {
    Tensor z = swapFirst(u);
    if (coords != Coordinates.NONE) {
      z = Tensor.cat(0, z, coordinates(u));
    }
    return swapFirst(network(z, pass));
  }

  /** {@code [sample, channel, ...]} to {@code [channel, sample, ...]} and back. */
  public static Tensor swapFirst(Tensor x) {
    if (x.size(0) == 1 || x.size(1) == 1) {
      long[] swapped = x.shape();
      swapped[0] = x.size(1);
      swapped[1] = x.size(0);
      return x.reshape(swapped);
    }
    return x.rank() == 3 ? x.permute(1, 0, 2).contiguous() : x.permute(1, 0, 2, 3).contiguous();
  }

  /** Channels in, with coordinates. */
  protected final int inputChannels() {
    return shape().channels() + coords.channels(shape().dimension());
  }

  private Tensor coordinates(Tensor u) {
    int points = Math.toIntExact(u.size(-1));
    Tensor grid =
        constants.tensor(
            "coordinates on " + points,
            u.device(),
            () -> coords.onGrid(shape().dimension(), points));
    long[] expanded = grid.shape();
    expanded[1] = u.size(0);
    return grid.expand(expanded);
  }
}
