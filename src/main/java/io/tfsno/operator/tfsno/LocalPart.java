package io.tfsno.operator.tfsno;

import io.tfsno.engine.Activations;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.nn.Linear;
import io.tfsno.nn.ModeSlice;
import io.tfsno.nn.Parameters;
import io.tfsno.nn.QuadraticConv;
import io.tfsno.nn.SpectralConv;
import io.tfsno.nn.Stencil;
import io.tfsno.nn.fused.Local;
import io.tfsno.spectral.Points;

/**
 * The local terms of a block, those in brackets:
 *
 * <pre>
 *   z' = [z +] [C] GELU( y [+ y (G z)] + W z [+ S z] ),   y = F^-1 ( Y [+ Phi_1 F q] ),   q = (P1 z) (P2 z)
 * </pre>
 *
 * <ul>
 *   <li>The local gate G is a map of channels with bias that starts at zero, so a new model is the
 *       one without it. It has no bound: unlike the paper's gate it may change signs.
 *   <li>The {@link Stencil} S is what makes W a convolution over nearest neighbours, or over two on
 *       each side.
 *   <li>The product form is a {@link QuadraticConv} of half as many channels as the block has,
 *       rounded up, on the kept modes of z. It starts at zero, too. The paper's gate leaves it
 *       alone.
 *   <li>A residual block adds to its input what it makes of it, so that five of them in a row have
 *       to learn a change, as a step in time is one, and not to carry the state along as well.
 *   <li>A GELU gives hardly anything below zero. With the map C of channels behind it a block can
 *       take away from its input as easily as add to it.
 * </ul>
 */
final class LocalPart {
  private final Stencil stencil;
  private final Linear gate;
  private final QuadraticConv product;
  private final boolean residual;
  private final Linear mix;

  LocalPart(
      Parameters parameters,
      Constants constants,
      String block,
      LocalSpec spec,
      int channels,
      SpectralConv spectral,
      Points trained) {
    stencil =
        spec.stencil()
            ? new Stencil(
                parameters,
                constants,
                block + ".stencil",
                channels,
                channels,
                trained,
                spec.reach())
            : null;
    residual = spec.residual();
    mix = spec.mix() ? new Linear(parameters, block + ".mix", channels, channels) : null;
    gate = spec.gate() ? Linear.zero(parameters, block + ".local_gate", channels, channels) : null;
    product =
        spec.product()
            ? new QuadraticConv(
                parameters,
                constants,
                block + ".product",
                channels,
                (channels + 1) / 2,
                channels,
                spectral.modes())
            : null;
  }

  /** Whether there are kernels for these terms on such a grid. */
  boolean fuses(Points points) {
    return product == null && (stencil == null || stencil.isAtHome(points));
  }

  /** What a layer in parts has of them: all but products of fields and the map behind the GELU. */
  Local inParts() {
    return new Local(stencil, gate);
  }

  /** Whether the block's input is added to its result. */
  boolean isResidual() {
    return residual;
  }

  /** The map behind the GELU; null for none. */
  Linear mix() {
    return mix;
  }

  /** What the block makes of a sum, {@code [z +] [C] GELU(sum)}. */
  Tensor result(Tensor z, Tensor sum) {
    Tensor active = Activations.gelu(sum);
    Tensor change = mix == null ? active : mix.apply(active);
    return residual ? change.add(z) : change;
  }

  /** Y with what products of fields add to it, {@code [mode, re/im, channel, sample]}. */
  Tensor withProducts(Tensor y, Tensor x, ModeSlice kept) {
    return product == null ? y : y.add(product.apply(x, kept));
  }

  /** {@code sum += y + y (G z) + S z} for the spectrum of y. Modifies the sum. */
  void addTo(Tensor sum, Tensor z, SpectralConv spectral, Tensor spectrum) {
    if (stencil != null) {
      stencil.addTo(sum, z);
    }
    if (gate == null) {
      spectral.addSynthesis(sum, spectrum);
      return;
    }
    Points points = spectral.points(z);
    Tensor y = spectral.synthesise(spectrum, points, spectral.slice(points));
    sum.addProductInPlace(y, gate.apply(z).add(1));
  }
}
