package io.tfsno.train.optimiser;

import io.tfsno.engine.Autograd;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Parameters;
import java.util.function.DoubleSupplier;

/**
 * The exponential moving average of weights, {@code a <- a + (1 - d) (w - a)} after each update:
 * less noisy than the weights themselves. The decay d grows to its value as {@code (1 + n) / (10 +
 * n)} with the number n of updates, so that the first weights are soon forgotten. Owns its vector.
 */
public final class WeightAverage implements AutoCloseable {
  private final Parameters parameters;
  private final double decay;
  private final Tensor values;

  /** Begins with the weights as they are. */
  public WeightAverage(Parameters parameters, double decay) {
    this.parameters = parameters;
    this.decay = decay;
    values = Scope.unowned(() -> parameters.flat().detach().copy());
  }

  /** The decay of an update, the first of which has number 1. */
  double decay(long update) {
    return Math.min(decay, (1.0 + update) / (10.0 + update));
  }

  /** Takes in the weights that an update has left. */
  public void follow(long update) {
    try (Scope scope = new Scope();
        Autograd.Mode off = Autograd.off()) {
      values.addScaledInPlace(parameters.flat().sub(values), 1 - decay(update));
    }
  }

  /** Does something with the average in place of the weights, which are put back unchanged. */
  public double inPlace(DoubleSupplier work) {
    try (Scope scope = new Scope()) {
      Tensor weights = parameters.flat().detach().copy();
      write(values);
      try {
        return work.getAsDouble();
      } finally {
        write(weights);
      }
    }
  }

  private void write(Tensor to) {
    try (Autograd.Mode off = Autograd.off()) {
      parameters.flat().copyInPlace(to);
    }
    Autograd.noteWrite(parameters.flat());
  }

  /** The average itself, in the order of the parameters. */
  Tensor values() {
    return values;
  }

  @Override
  public void close() {
    values.close();
  }
}
