package io.tfsno.operator.tfsno.statistic;

import io.tfsno.engine.Tensor;

/** {@code mu = sum rho p}: the power-weighted mean wave number, as a share of the largest. */
final class Centroid implements Statistic {
  @Override
  public String name() {
    return "CENTROID";
  }

  @Override
  public Domain domain() {
    return Domain.SPECTRUM;
  }

  @Override
  public Tensor of(GateInput input) {
    return input.spectrum().centroid();
  }
}
