package io.tfsno.nn.fused;

import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.SideStream;

/**
 * The field side of a spectral layer:
 *
 * <pre>
 *   sum = W in + b + (points of the lines),    out = GELU(sum) or sum,    next lines = lines of out
 * </pre>
 *
 * A {@link Local} part adds differences of neighbours to the sum, and multiplies the points of the
 * lines by a gain. Where there is a gain, what the backward pass needs are three fields in one,
 * {@code sum}, gain and what it multiplies, and the gradient of the sum comes with that of the gain
 * behind it. A residual layer adds its input to the GELU; a layer may add another field to its sum.
 */
public interface Layer {
  /**
   * @param sum what the backward pass needs of the GELU: what it was applied to, or its slope
   *     there; null if there is none, or it was not asked for
   * @param field {@code [channel, sample, x(, y, z)]}
   * @param lines of the field; null if none
   */
  record Result(Tensor sum, Tensor field, Tensor lines) {}

  /**
   * @param lines to be added, null if the layer takes none
   * @param added a field of the network that is added to the sum, null for none
   * @param withSum whether a backward pass will come
   * @param place for the result, whose memory must be in one piece; null for a new one
   */
  Result forward(Tensor field, Tensor lines, Tensor added, boolean withSum, Tensor place);

  /** Adds to the gradients of W and b, concurrently with what comes next. */
  void addParameterGradient(Tensor gradient, Tensor field, SideStream side);

  /**
   * @param gradient of this layer's sum
   * @param lines gradient of the lines of the layer's input, null if the layer takes none
   * @param before the {@code sum} of the GELU that gave the layer's input, null if there was none
   * @param past gradient of what the layer's input was added to, which is added to that of the
   *     input; null if it was added to nothing
   * @return the gradient of {@code before}, or of the input, and that of the lines in it; after a
   *     residual layer that of the input follows that of {@code before}
   */
  Result backward(Tensor gradient, Tensor lines, Tensor before, Tensor past);
}
