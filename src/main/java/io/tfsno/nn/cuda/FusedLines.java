package io.tfsno.nn.cuda;

import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.Arguments;
import io.tfsno.nn.fused.Layer;
import io.tfsno.nn.fused.LinesBack;
import java.util.EnumSet;

/** The gradient of the lines that a field was made from, where no layer has the field at hand. */
final class FusedLines implements LinesBack {
  private final FusedSpectrum spectrum;
  private final LayerKernel kernel;

  FusedLines(FusedSpectrum spectrum, int channels) {
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

  @Override
  public Layer.Result of(Tensor gradient, Tensor sum) {
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
                .none("slope")
                .pointer("analysis", spectrum.toLines(true))
                .none("out")
                .none("active"));
    return new Layer.Result(null, gradient, lines);
  }
}
