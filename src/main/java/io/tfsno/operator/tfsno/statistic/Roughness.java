package io.tfsno.operator.tfsno.statistic;

import io.tfsno.engine.Tensor;

/**
 * {@code mean_c sqrt(G + eps) / 2}: the size of steps to the next point of the training grid,
 * against the deviation. For a pure wave k on n training points it is {@code |sin(pi k / n)|}.
 * Gradient by hand, {@link ValueMoments}.
 */
final class Roughness implements Statistic {
  @Override
  public String name() {
    return "ROUGHNESS";
  }

  @Override
  public Domain domain() {
    return Domain.VALUES;
  }

  @Override
  public Tensor of(GateInput input) {
    return input.values().steps().add(Values.EPS).sqrt().mean(0).mul(0.5).view(1, -1);
  }
}
