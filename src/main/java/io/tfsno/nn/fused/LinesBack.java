package io.tfsno.nn.fused;

import io.tfsno.engine.Tensor;

/** From the gradient of a layer's result to that of its sum and of the lines in it. */
public interface LinesBack {
  /**
   * @param gradient of the result
   * @param sum what GELU was applied to; null if it was not
   */
  Layer.Result of(Tensor gradient, Tensor sum);
}
