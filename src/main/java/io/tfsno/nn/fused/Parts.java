package io.tfsno.nn.fused;

import io.tfsno.nn.FourierResize;
import io.tfsno.nn.Linear;
import io.tfsno.nn.SpectralConv;

/**
 * Makes the parts of a network. Each implementation is a way to run every network: kernels on a
 * GPU, a count of what those move, or plain operations that tests hold against autograd.
 *
 * <p>Fields are {@code [channel, sample, x(, y, z)]}. <em>Lines</em> are coefficients along the
 * last axis, which parts exchange in a form of their own; modes are {@code [mode, channel, sample,
 * re/im]}. Parts do not tape anything for autograd: each has its backward pass.
 */
public interface Parts {
  /** A map over channels with all that happens while its field is at hand. */
  default Layer layer(LineGrid grid, Linear map, Joint... joints) {
    return layer(grid, map, Local.NONE, joints);
  }

  /** The same with what lies around each point. */
  Layer layer(LineGrid grid, Linear map, Local local, Joint... joints);

  /** The end of a backward pass through a layer that gives its gradient without lines. */
  LinesBack linesBack(LineGrid grid, int channels);

  /**
   * The same for a layer that ends in a GELU, whose slope the gradient has not seen.
   *
   * @param gained whether the layer has a local gate
   */
  LinesBack slope(LineGrid grid, int channels, boolean gained);

  /** A learnt product of modes. */
  ModeProduct product(LineGrid grid, SpectralConv spectral);

  /**
   * Fourier interpolation.
   *
   * @param from points along an axis
   * @param to points along an axis of the other grid
   */
  Resize resize(FourierResize plain, int from, int to);

  /** Two maps over channels with GELU between them. */
  Head head(Linear first, Linear second);
}
