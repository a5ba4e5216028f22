package io.tfsno.nn.cuda;

import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.Arguments;
import io.tfsno.nn.fused.Layer;
import io.tfsno.nn.fused.LinesBack;
import java.util.EnumSet;

/**
 * The lines of a gradient where no layer has its field at hand, and before them the backward pass
 * through a GELU that stands between two layers which do not meet in one kernel, if there is one.
 */
final class FusedLinesBack implements LinesBack {
  private final FusedSpectrum spectrum;
  private final boolean throughGelu;
  private final LayerKernel kernel;

  /**
   * @param throughGain whether what the GELU was applied to had a local gate
   */
  FusedLinesBack(FusedSpectrum spectrum, int channels, boolean throughGelu, boolean throughGain) {
    this.spectrum = spectrum;
    this.throughGelu = throughGelu;
    EnumSet<LayerKernel.Option> options =
        EnumSet.of(LayerKernel.Option.BACKWARD, LayerKernel.Option.ADD);
    if (throughGelu) {
      options.add(LayerKernel.Option.SLOPE);
    }
    if (throughGain) {
      options.add(LayerKernel.Option.GAINED);
    }
    kernel = new LayerKernel(spectrum, 0, channels, false, true, Neighbours.NONE, options);
  }

  @Override
  public Layer.Result of(Tensor gradient, Tensor sum) {
    Tensor result = throughGelu ? kernel.emptyField(gradient) : null;
    Arguments arguments =
        new Arguments()
            .none("in")
            .none("weight")
            .none("stencil")
            .none("gate")
            .none("bias")
            .none("gateBias")
            .pointer("add", gradient)
            .none("coeff")
            .none("synthesis");
    Arguments withSlope = throughGelu ? arguments.pointer("slope", sum) : arguments.none("slope");
    Tensor lines =
        kernel.run(
            gradient,
            withSlope
                .pointer("analysis", spectrum.toLines(true))
                .pointerOrNone("out", result)
                .none("active"));
    return new Layer.Result(null, throughGelu ? result : gradient, lines);
  }
}
