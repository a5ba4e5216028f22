package io.tfsno.operator.baseline;

import io.tfsno.engine.Tensor;
import io.tfsno.nn.Activation;
import io.tfsno.nn.Constants;
import io.tfsno.nn.Initialiser;
import io.tfsno.nn.Linear;
import io.tfsno.nn.Parameters;
import io.tfsno.nn.QuadraticConv;
import io.tfsno.nn.SpectralConv;
import io.tfsno.nn.Stencil;
import io.tfsno.nn.fused.Local;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.Points;

/**
 * One layer of the {@link Fno}, its options in brackets:
 *
 * <pre>
 *   y  = GELU( F^-1 ( Phi F v [+ Phi_1 F q] ) + W v [+ S v] ),   q = (P1 v) (P2 v)
 *   v' = y,   [or GELU( ChannelMlp(y, v) )]
 * </pre>
 *
 * S is a {@link Stencil}; products are those of a {@link QuadraticConv} of half as many channels,
 * rounded up, which starts at zero.
 */
final class FnoLayer {
  private final SpectralConv spectral;
  private final Linear pointwise;
  private final Stencil stencil;
  private final QuadraticConv product;
  private final ChannelMlp mlp;

  /**
   * @param trained the points of the training grid
   */
  FnoLayer(
      Parameters parameters,
      Constants constants,
      String name,
      FnoSpec spec,
      Modes modes,
      Points trained,
      Activation activation) {
    int width = spec.width();
    spectral =
        new SpectralConv(
            parameters,
            constants,
            name + ".spectral",
            width,
            width,
            modes,
            Initialiser.fnoUniform(width, width));
    pointwise = new Linear(parameters, name + ".pointwise", width, width);
    stencil =
        spec.hasStencil()
            ? new Stencil(parameters, constants, name + ".stencil", width, width, trained)
            : null;
    product =
        spec.hasProduct()
            ? new QuadraticConv(
                parameters, constants, name + ".product", width, (width + 1) / 2, width, modes)
            : null;
    mlp =
        spec.channelMlp() == null
            ? null
            : new ChannelMlp(
                parameters, name + ".channel_mlp", width, spec.channelMlp(), activation);
  }

  Tensor apply(Tensor v, Activation after) {
    Points points = spectral.points(v);
    Tensor x = spectral.analyse(v);
    Tensor y = spectral.mix(x, points);
    if (product != null) {
      y = y.add(product.apply(x, spectral.slice(points)));
    }
    Tensor sum = pointwise.apply(v);
    if (stencil != null) {
      stencil.addTo(sum, v);
    }
    spectral.addSynthesis(sum, y);
    Tensor active = after.apply(sum);
    return mlp == null ? active : after.apply(mlp.apply(active, v));
  }

  SpectralConv spectral() {
    return spectral;
  }

  Linear pointwise() {
    return pointwise;
  }

  /** What a layer in parts has of its options: the stencil. */
  Local local() {
    return stencil == null ? Local.NONE : new Local(stencil, null);
  }

  /** Whether no field has to be interpolated on such a grid. */
  boolean isAtHome(Points points) {
    return stencil == null || stencil.isAtHome(points);
  }
}
