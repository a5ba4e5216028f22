package io.tfsno.operator.tfsno.statistic;

import io.tfsno.engine.Activations;
import io.tfsno.engine.Tensor;

/**
 * {@code slog( mean_c K - 3 )}: the excess kurtosis of the values. Gradient by hand, {@link
 * ValueMoments}.
 */
final class Kurtosis implements Statistic {
  @Override
  public String name() {
    return "KURTOSIS";
  }

  @Override
  public Domain domain() {
    return Domain.VALUES;
  }

  @Override
  public Tensor of(GateInput input) {
    return Activations.signedLog(input.values().meanFourth().add(-3)).view(1, -1);
  }
}
