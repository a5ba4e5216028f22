package io.tfsno.nn.cuda;

import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.SideStream;
import io.tfsno.nn.SpectralConv;
import io.tfsno.nn.fused.ModeProduct;

/** The learnt product of one layer in kernels. */
final class FusedProduct implements ModeProduct {
  private final FusedSpectrum spectrum;
  private final SpectralConv spectral;

  FusedProduct(FusedSpectrum spectrum, SpectralConv spectral) {
    this.spectrum = spectrum;
    this.spectral = spectral;
    spectrum.prepare(spectral.weight());
  }

  @Override
  public Tensor toModes(Tensor lines) {
    return spectrum.toModes(lines);
  }

  @Override
  public Tensor toLines(Tensor modes) {
    return spectrum.toLines(modes);
  }

  @Override
  public Tensor mix(Tensor x) {
    return spectrum.mix(x, spectral.weight());
  }

  @Override
  public Tensor mixBack(Tensor gradient) {
    return spectrum.mixBack(gradient, spectral.weight());
  }

  @Override
  public void addWeightGradient(Tensor gradient, Tensor x, SideStream beside) {
    spectrum.addWeightGradient(gradient, x, spectral.gradient(), beside);
  }
}
