package io.tfsno.nn.cuda;

import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.Arguments;
import io.tfsno.nn.fused.Layer;
import io.tfsno.nn.fused.LinesBack;
import java.util.EnumSet;

/** The way back through a GELU that stands between two layers which do not meet in one kernel. */
final class FusedSlope implements LinesBack {
  private final FusedSpectrum spectrum;
  private final LayerKernel kernel;

  FusedSlope(FusedSpectrum spectrum, int channels) {
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

  @Override
  public Layer.Result of(Tensor gradient, Tensor sum) {
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
                .pointer("slope", sum)
                .pointer("analysis", spectrum.toLines(true))
                .pointer("out", result)
                .none("active"));
    return new Layer.Result(null, result, lines);
  }
}
