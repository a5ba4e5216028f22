package io.tfsno.operator.tfsno.statistic;

import io.tfsno.engine.Tensor;

/**
 * {@code ln(mean_c W) / 2}: the deviation of the values. Gradient by hand, {@link ValueMoments}.
 */
final class LogSigma implements Statistic {
  @Override
  public String name() {
    return "LOG_SIGMA";
  }

  @Override
  public Domain domain() {
    return Domain.VALUES;
  }

  @Override
  public Tensor of(GateInput input) {
    return input.values().meanWidth().log().mul(0.5).view(1, -1);
  }
}
