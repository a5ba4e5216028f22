package io.tfsno.operator.tfsno.cuda;

import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.SideStream;
import io.tfsno.nn.SpectralConv;
import io.tfsno.nn.fused.LineGrid;

/**
 * The part of a network that is TF-SNO's own, a learnt product of modes that adapts to the block's
 * input:
 *
 * <pre>
 *   y = (1 + delta(z, X)) Phi X
 * </pre>
 */
public interface GatedProduct {
  /** Makes it, as {@link io.tfsno.nn.fused.Parts} makes the others. */
  @FunctionalInterface
  interface Maker {
    GatedProduct of(LineGrid grid, SpectralConv spectral, GateParts gate);
  }

  /**
   * @param z the block's input {@code [channel, sample, x(, y)]}
   * @param x its modes
   * @param given numbers that MetaNet sees and no state decides, {@code [number, sample]}; null for
   *     none
   * @param taping whether a backward pass follows
   */
  Passed forward(Tensor z, Tensor x, Tensor given, boolean taping);

  /** What came out, with its backward pass. */
  interface Passed {
    /** The gated product. */
    Tensor result();

    /**
     * Adds to the gradients of all parameters, those of Phi among them.
     *
     * @param gradient of the gated product
     * @return the gradient of the modes
     */
    Tensor backward(Tensor gradient, SideStream side);

    /**
     * After {@link #backward}: adds the gradient through the statistics of the values to that of z.
     * Modifies it.
     */
    void addValueGradient(Tensor ofField);
  }
}
