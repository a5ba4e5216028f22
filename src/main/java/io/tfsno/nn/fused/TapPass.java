package io.tfsno.nn.fused;

import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.SideStream;

/**
 * One pass through a network of {@link TapMap}s, step by step. Fields are {@code [channel, sample,
 * x]}. Nothing is taped: each step forward has its step backward here.
 */
public interface TapPass {
  /**
   * @param gate sigmoid of the map
   * @param field the map's input times the gate
   */
  record Gated(Tensor gate, Tensor field) {}

  /**
   * @param ofArgument gradient of what the sigmoid was applied to
   * @param ofFactor gradient of what the gate multiplied, as a factor
   * @param ofScale parts of the gradient of the map's scale
   */
  record Ungated(Tensor ofArgument, Tensor ofFactor, Tensor ofScale) {}

  /**
   * @param half a field on half as many points
   * @param whole a field on all of them
   */
  record Joined(Tensor half, Tensor whole) {}

  /**
   * @param field gradient of the network's last field
   * @param ofScale parts of the gradient of the map's scale
   */
  record Begun(Tensor field, Tensor ofScale) {}

  /**
   * Any map but a gate and a joint.
   *
   * @param added to the result; null for nothing
   */
  Tensor apply(TapMap map, Tensor u, Tensor added);

  Gated gate(TapMap map, Tensor u);

  Tensor join(TapMap map, Joined fields);

  /**
   * Back through a plain map, or from the argument of a gate.
   *
   * @param added to the gradient of u; null for nothing
   */
  Tensor back(TapMap map, Tensor gradient, Tensor added);

  /**
   * Back through a step and the gate before it.
   *
   * @param gradient of what the step was added to
   */
  Ungated ungate(TapMap step, Tensor gradient, Gated gated);

  Joined split(TapMap joint, Tensor gradient);

  /**
   * Back through the last map.
   *
   * @param u what the map was given
   */
  Begun begin(TapMap output, Tensor gradient, Tensor u);

  /**
   * Finds the gradients of a map's parameters, concurrently with what comes next.
   *
   * @param gradient of the result, or of the argument of the gate
   * @param u as the map was given it; with nothing on half as many points but for a joint
   * @param ofScale parts of the gradient of the scale; null where the map has none
   */
  void addGradient(TapMap map, Tensor gradient, Joined u, Tensor ofScale, SideStream side);

  /** Adds what was found to the gradients, after all that runs concurrently. */
  void finish();
}
