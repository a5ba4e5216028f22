package io.tfsno.operator.tfsno.statistic;

import io.tfsno.engine.Tensor;

/**
 * {@code ln( (p_high + eps) / (p_low + eps) )}: the share of energy in modes with rho &gt; 1/2
 * against that of the others. Near 0 in a field that cascades, far below it in a smooth one. Not in
 * the paper. Gradient by autograd.
 */
final class BandRatio implements Statistic {
  private static final double EPS = 1e-4;

  @Override
  public String name() {
    return "BAND_RATIO";
  }

  @Override
  public Domain domain() {
    return Domain.SPECTRUM;
  }

  @Override
  public Tensor of(GateInput input) {
    Spectrum spectrum = input.spectrum();
    ModeTable table = spectrum.table();
    Tensor logs =
        spectrum
            .rows("low and high", k -> table.isLow(k) ? 1 : 0, k -> table.isLow(k) ? 0 : 1)
            .matmul(spectrum.share())
            .add(EPS)
            .log();
    return logs.narrow(0, 1, 1).sub(logs.narrow(0, 0, 1));
  }
}
