package io.tfsno.nn.fused;

import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.SideStream;

/** A learnt product of modes, and the way from lines to modes and back. */
public interface ModeProduct {
  /** Lines to modes. */
  Tensor toModes(Tensor lines);

  /** Modes to lines: the transpose of {@link #toModes}. */
  Tensor toLines(Tensor modes);

  /** The product. */
  Tensor mix(Tensor x);

  /** From the gradient of the product to the gradient of what went into it. */
  Tensor mixBack(Tensor gradient);

  /**
   * Adds the gradient of the weights, concurrently with what comes next.
   *
   * @param gradient of the product
   * @param x what went into it
   */
  void addWeightGradient(Tensor gradient, Tensor x, SideStream side);
}
