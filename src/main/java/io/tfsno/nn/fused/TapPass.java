package io.tfsno.nn.fused;

import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.SideStream;

/**
 * One pass through a network of {@link TapMap}s, step by step. Fields are {@code [channel, sample,
 * point]}. Nothing is taped: each step forward has its step backward here.
 */
public interface TapPass {
  /**
   * @param gate sigmoid of the gate's map
   * @param field what is gated times the gate
   * @param out what the step gives
   */
  record Stepped(Tensor gate, Tensor field, Tensor out) {}

  /**
   * @param ofArgument gradient of what the sigmoid was applied to
   * @param ofGated gradient of what is gated
   * @param ofScale parts of the gradient of the step's scale
   */
  record SteppedBack(Tensor ofArgument, Tensor ofGated, Tensor ofScale) {}

  /**
   * @param half a field on half as many points along each axis
   * @param whole a field on all of them
   */
  record Joined(Tensor half, Tensor whole) {}

  /**
   * @param field gradient of the network's last field
   * @param ofScale parts of the gradient of the map's scale
   */
  record Begun(Tensor field, Tensor ofScale) {}

  /** A plain map or the last one. */
  Tensor apply(TapMap map, Tensor u);

  /**
   * A gate and the step behind it.
   *
   * @param s what is gated
   * @param u what the step is added to
   */
  Stepped step(TapMap gate, TapMap step, Tensor s, Tensor u);

  Tensor join(TapMap map, Joined fields);

  /**
   * Back through a plain map.
   *
   * @param added to the gradient of u; null for nothing
   */
  Tensor back(TapMap map, Tensor gradient, Tensor added);

  /**
   * Back through a step and the gate before it, but not to what the step was added to.
   *
   * @param gradient of what the step gave
   */
  SteppedBack stepBack(TapMap gate, TapMap step, Tensor gradient, Stepped stepped);

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
