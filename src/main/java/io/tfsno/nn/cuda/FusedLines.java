package io.tfsno.nn.cuda;

import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.Arguments;
import java.util.EnumSet;

/** The gradient of the lines that a field was made from, where no layer has the field at hand. */
public final class FusedLines {
  private final FusedSpectrum spectrum;
  private final LayerKernel kernel;

  public FusedLines(FusedSpectrum spectrum, int channels) {
    this.spectrum = spectrum;
    kernel =
        new LayerKernel(
            spectrum,
            0,
            channels,
            false,
            true,
            EnumSet.of(LayerKernel.Option.BACKWARD, LayerKernel.Option.ADD));
  }

  /**
   * @param gradient of the field
   */
  public Tensor of(Tensor gradient) {
    return kernel.run(
        gradient,
        new Arguments()
            .none("in")
            .none("weight")
            .none("bias")
            .pointer("add", gradient)
            .none("coeff")
            .none("synthesis")
            .none("slope")
            .pointer("analysis", spectrum.toLines(true))
            .none("out")
            .none("active"));
  }
}
