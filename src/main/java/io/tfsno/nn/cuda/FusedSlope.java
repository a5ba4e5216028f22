package io.tfsno.nn.cuda;

import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.Arguments;
import java.util.EnumSet;

/** The way back through a GELU that stands between two layers which do not meet in one kernel. */
public final class FusedSlope {
  private final FusedSpectrum spectrum;
  private final LayerKernel kernel;

  public FusedSlope(FusedSpectrum spectrum, int channels) {
    this.spectrum = spectrum;
    kernel =
        new LayerKernel(
            spectrum,
            0,
            channels,
            false,
            true,
            EnumSet.of(
                LayerKernel.Option.BACKWARD, LayerKernel.Option.SLOPE, LayerKernel.Option.ADD));
  }

  /**
   * @param gradient of what GELU gave
   * @param before what its layer kept of it, {@link FusedLayer.Result#sum}
   * @return the gradient of what it was applied to, and that of the lines in it
   */
  public FusedLayer.Result backward(Tensor gradient, Tensor before) {
    Tensor result = kernel.emptyField(gradient);
    Tensor lines =
        kernel.run(
            gradient,
            new Arguments()
                .none("in")
                .none("weight")
                .none("bias")
                .pointer("add", gradient)
                .none("coeff")
                .none("synthesis")
                .pointer("slope", before)
                .pointer("analysis", spectrum.toLines(true))
                .pointer("out", result)
                .none("active"));
    return new FusedLayer.Result(null, result, lines);
  }
}
