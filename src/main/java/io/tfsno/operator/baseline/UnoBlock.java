package io.tfsno.operator.baseline;

import io.tfsno.engine.Activations;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.nn.FourierResize;
import io.tfsno.nn.Initialiser;
import io.tfsno.nn.Linear;
import io.tfsno.nn.ModeSlice;
import io.tfsno.nn.Parameters;
import io.tfsno.nn.SpectralConv;
import io.tfsno.operator.SpectralInit;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.Points;

/**
 * The block of U-NO, from fields {@code [channel, sample, x(, y, z)]} on one grid to such fields on
 * another:
 *
 * <pre>
 *   z' = GELU( F^-1 Phi F z + resize W z )
 * </pre>
 *
 * F acts on the grid of z and F^-1 on that of z', both on the modes that the coarser of the two
 * holds. W acts at every point alike and so commutes with resize: it is applied on the coarser
 * grid.
 */
final class UnoBlock {
  private final SpectralConv spectral;
  private final Linear pointwise;
  private final FourierResize resize;

  UnoBlock(
      Parameters parameters,
      Constants constants,
      String name,
      int in,
      int out,
      Modes modes,
      SpectralInit init) {
    Initialiser start = init.of(in, out);
    spectral = new SpectralConv(parameters, constants, name + ".spectral", in, out, modes, start);
    pointwise = new Linear(parameters, name + ".pointwise", in, out);
    resize = new FourierResize(constants, modes.dimension());
  }

  /** The block where no skip arrives, on other points. */
  Tensor apply(Tensor z, Points points) {
    return Activations.gelu(sum(z, points));
  }

  /** What GELU is applied to. */
  Tensor sum(Tensor z, Points points) {
    ModeSlice kept = kept(z, points);
    Tensor sum = pointwisePart(z, points);
    addSpectral(sum, spectral.analyse(z, kept), kept);
    return sum;
  }

  /** The block for the channels of z and then those of a skip, both on one grid. */
  Tensor apply(Tensor z, Tensor skip, Points points) {
    ModeSlice kept = kept(z, points);
    Tensor sum = resized(pointwise.applyToBoth(z, skip), points);
    // Coefficients are joined instead of fields: there are fewer of them.
    Tensor x = Tensor.cat(2, spectral.analyse(z, kept), spectral.analyse(skip, kept));
    addSpectral(sum, x, kept);
    return Activations.gelu(sum);
  }

  private void addSpectral(Tensor sum, Tensor x, ModeSlice kept) {
    spectral.addSynthesis(sum, spectral.mix(x, kept.of(spectral.weight())), kept);
  }

  private Tensor pointwisePart(Tensor z, Points points) {
    return points.last() < z.size(-1)
        ? pointwise.apply(resized(z, points))
        : resized(pointwise.apply(z), points);
  }

  private Tensor resized(Tensor z, Points points) {
    return spectral.points(z).equals(points) ? z : resize.to(z, points);
  }

  private ModeSlice kept(Tensor z, Points points) {
    return spectral.slice(points.last() < z.size(-1) ? points : spectral.points(z));
  }
}
