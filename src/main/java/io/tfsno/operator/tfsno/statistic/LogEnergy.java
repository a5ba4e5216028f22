package io.tfsno.operator.tfsno.statistic;

import io.tfsno.engine.Tensor;

/** {@code ln(E + eps)}, the energy in the kept modes. */
final class LogEnergy implements Statistic {
  @Override
  public String name() {
    return "LOG_ENERGY";
  }

  @Override
  public Domain domain() {
    return Domain.SPECTRUM;
  }

  @Override
  public Tensor of(GateInput input) {
    return input.spectrum().energy().add(Spectrum.EPS).log();
  }
}
