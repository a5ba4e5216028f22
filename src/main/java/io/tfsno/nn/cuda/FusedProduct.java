package io.tfsno.nn.cuda;

import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.Arguments;
import io.tfsno.engine.kernel.Kernel;
import io.tfsno.engine.kernel.Kernels;
import io.tfsno.engine.kernel.SideStream;
import io.tfsno.nn.SpectralConv;
import io.tfsno.nn.fused.ModeProduct;

/** The learnt product of one layer in kernels. */
public final class FusedProduct implements ModeProduct {
  /** Samples over which a warp sums gradients of weights without another turn. */
  private static final int SAMPLES_AT_ONCE = 32;

  /** Warps that keep a multiprocessor busy with such sums. */
  private static final int MANY_WARPS = 8;

  private final FusedSpectrum spectrum;
  private final SpectralConv spectral;

  public FusedProduct(FusedSpectrum spectrum, SpectralConv spectral) {
    this.spectrum = spectrum;
    this.spectral = spectral;
    spectrum.products(spectral.weight(), 0); // begins their compilation
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
    int to = Math.toIntExact(spectral.weight().size(-3));
    Tensor y = spectrum.emptyModes(x.size(0), to, x.size(2));
    launch("mix", to, y, new Arguments().pointer("x", x), "y");
    return y;
  }

  @Override
  public Tensor mixBack(Tensor gradient) {
    int to = Math.toIntExact(spectral.weight().size(-1));
    Tensor ofX = spectrum.emptyModes(gradient.size(0), to, gradient.size(2));
    launch("mixBack", to, ofX, new Arguments().pointer("gy", gradient), "gx");
    return ofX;
  }

  @Override
  public void addWeightGradient(Tensor gradient, Tensor x, SideStream side) {
    Tensor sum = spectral.gradient();
    int modes = spectrum.modes().count();
    int down = Math.toIntExact(Tiles.count(sum.size(-3), 16));
    int across = Math.toIntExact(Tiles.count(sum.size(-1), 8));
    boolean shared =
        x.size(2) > SAMPLES_AT_ONCE
            && modes * down * across < MANY_WARPS * Kernels.multiprocessors();
    Kernel mixWeight = spectrum.product(shared ? "mixWeightShared" : "mixWeight", sum, 0);
    spectrum.runConcurrently(
        side,
        () ->
            mixWeight.launchBox(
                modes,
                down,
                shared ? across : Tiles.count(across, FusedSpectrum.WARPS),
                32 * FusedSpectrum.WARPS,
                new Arguments()
                    .pointer("gy", gradient)
                    .pointer("x", x)
                    .pointer("gw", sum)
                    .number("samples", Math.toIntExact(x.size(2)))));
  }

  /**
   * @param to channels of the result
   * @param arguments what is multiplied; the rest is added here
   * @param resultName of the kernel's parameter
   */
  private void launch(
      String kernel, int to, Tensor result, Arguments arguments, String resultName) {
    Tensor weight = spectral.weight();
    int samples = Math.toIntExact(result.size(2));
    spectrum.launch(
        spectrum.product(kernel, weight, 0),
        to,
        samples,
        arguments.pointer("weight", weight).pointer(resultName, result).number("samples", samples));
  }
}
