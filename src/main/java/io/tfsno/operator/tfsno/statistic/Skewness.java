package io.tfsno.operator.tfsno.statistic;

import io.tfsno.engine.Activations;
import io.tfsno.engine.Tensor;

/** {@code slog( sum (rho - mu)^3 p / sigma^3 )}: the skewness of the power about the centroid. */
final class Skewness implements Statistic {
  @Override
  public String name() {
    return "SKEWNESS";
  }

  @Override
  public Domain domain() {
    return Domain.SPECTRUM;
  }

  @Override
  public Tensor of(GateInput input) {
    Spectrum spectrum = input.spectrum();
    Tensor skewness = spectrum.third().div(spectrum.spread().cube());
    return Activations.signedLog(skewness).view(1, -1);
  }
}
