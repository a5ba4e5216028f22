package io.tfsno.operator.context;

import io.tfsno.engine.Activations;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Initialiser;
import io.tfsno.nn.Parameter;
import io.tfsno.nn.Parameters;

/**
 * How far the numbers of a context are believed: to the ends of their range over training
 * trajectories, and some widths of it beyond. A number that the training has never seen, such as a
 * coefficient fitted to a shock that the grid does not resolve, then counts as the nearest one that
 * a network can be expected to know.
 */
final class Limits {
  private final double widths;
  private final Parameter low;
  private final Parameter high;

  Limits(Parameters parameters, double widths, int numbers) {
    this.widths = widths;
    low = parameters.declareState("context.low", Initialiser.constant(-Float.MAX_VALUE), numbers);
    high = parameters.declareState("context.high", Initialiser.constant(Float.MAX_VALUE), numbers);
  }

  /** {@code [sample, number]}. */
  Tensor of(Tensor numbers) {
    return Activations.between(numbers, low.tensor(), high.tensor());
  }

  void calibrate(Tensor numbers) {
    Tensor largest = numbers.max(0);
    Tensor smallest = numbers.mul(-1).max(0).mul(-1);
    Tensor beyond = largest.sub(smallest).mul(widths);
    low.tensor().copyInPlace(smallest.sub(beyond));
    high.tensor().copyInPlace(largest.add(beyond));
  }
}
