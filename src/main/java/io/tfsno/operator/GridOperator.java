package io.tfsno.operator;

import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.util.stream.LongStream;

/**
 * What operators that work on the grid itself share: the order of axes, coordinate channels, and
 * fields that are continued past walls, of which the network knows nothing.
 */
public abstract class GridOperator extends CheckedOperator {
  private final Coordinates coords;
  private final InputChannels inputs;
  private final Padding padding;

  protected GridOperator(OperatorSpec spec, FieldShape shape, Constants constants) {
    super(spec, shape, constants);
    coords = spec.coords();
    inputs = new InputChannels(shape, constants, context);
    padding = new Padding(spec.padding(), shape.grid(), constants);
  }

  /** The network proper, on fields {@code [channel, sample, x(, y, z)]}. */
  protected abstract Tensor network(Tensor z, Pass pass);

  @Override
  protected final Tensor answer(Tensor u, Pass pass) {
    Tensor z = inputs.joined(u, pass.given(), parameters.execution().path());
    if (coords != Coordinates.NONE) {
      z = Tensor.cat(0, z, coordinates(u));
    }
    return swapFirst(padding.crop(network(padding.extend(z), pass), points(u)));
  }

  /** {@code [sample, channel, ...]} to {@code [channel, sample, ...]} and back. */
  public static Tensor swapFirst(Tensor x) {
    if (x.size(0) == 1 || x.size(1) == 1) {
      long[] swapped = x.shape();
      swapped[0] = x.size(1);
      swapped[1] = x.size(0);
      return x.reshape(swapped);
    }
    long[] order = LongStream.range(0, x.rank()).toArray();
    order[0] = 1;
    order[1] = 0;
    return x.permute(order).contiguous();
  }

  /** The points of a field's grid. */
  protected final Points points(Tensor field) {
    return Points.of(field, shape().dimension());
  }

  /** The points of the training grid as the network sees it, those past walls included. */
  protected final Points networkPoints() {
    return padding.extended(shape().points());
  }

  /** How much walls can add to the amplification of a change by the network. */
  protected final double gainOfPadding() {
    return padding.gain();
  }

  /** Channels in, with conditions and coordinates. */
  protected final int inputChannels() {
    return shape().channelsIn() + coords.channels(shape().dimension());
  }

  private Tensor coordinates(Tensor u) {
    Grid grid = shape().grid().with(points(u));
    Tensor channels =
        constants.tensor("coordinates on " + grid.points(), u.device(), () -> coords.onGrid(grid));
    long[] expanded = channels.shape();
    expanded[1] = u.size(0);
    return channels.expand(expanded);
  }
}
