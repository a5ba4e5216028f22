package io.tfsno.operator.tfsno.statistic;

import io.tfsno.engine.Tensor;

/**
 * {@code sigma = sqrt(sum (rho - mu)^2 p + eps_s)}: the deviation of the power about the centroid.
 */
final class Spread implements Statistic {
  @Override
  public String name() {
    return "SPREAD";
  }

  @Override
  public Domain domain() {
    return Domain.SPECTRUM;
  }

  @Override
  public Tensor of(GateInput input) {
    return input.spectrum().spread().view(1, -1);
  }
}
