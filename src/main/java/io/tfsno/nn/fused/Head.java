package io.tfsno.nn.fused;

import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.SideStream;

/** Where a network ends: in most, two maps over channels with GELU between them. */
public interface Head {
  Tensor forward(Tensor v);

  /**
   * Adds to the gradients of the weights, concurrently with what comes next.
   *
   * @param gradient of the result
   * @param v what {@link #forward} was given
   * @return the gradient of v
   */
  Tensor backward(Tensor gradient, Tensor v, SideStream side);
}
