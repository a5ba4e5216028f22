package io.tfsno.operator;

import io.tfsno.engine.Tensor;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** An operator of blocks whose gain of each mode can follow the state, seen from outside. */
public interface Gated extends Operator {
  /** An operator as one with gates; empty where it is not made for any. */
  static Optional<Gated> of(Operator operator) {
    return operator instanceof Gated gated ? Optional.of(gated) : Optional.empty();
  }

  /** Whether a block has a gate. */
  boolean isGated();

  /** The blocks, for a closer look at each. */
  List<? extends GatedBlock> blocks();

  /**
   * What the gate of every block does with these states, nothing where a block has none; empty if
   * none has. Nothing is taped for gradients. The tensors belong to the enclosing scope.
   */
  List<GateReading> gates(Tensor u, Conditions given);

  /** The same where nothing is given in addition to the states. */
  default List<GateReading> gates(Tensor u) {
    return gates(u, Conditions.NONE);
  }

  /** Whether gates look at more than what enters their block. */
  boolean seesConditions();

  /** What enters every block, gated or not, {@code [sample, channel, x(, y, z)]} each. */
  List<Tensor> inputs(Tensor u, Conditions given);

  /** The same where nothing is given in addition to the states. */
  default List<Tensor> inputs(Tensor u) {
    return inputs(u, Conditions.NONE);
  }

  /**
   * A step with gates from outside, such as those of other states, and without gradients.
   *
   * @param deltas one for each block, {@code [sample, channel, mode]} as in {@link GateReading};
   *     those of blocks without a gate are not looked at
   */
  Tensor stepWithGates(Tensor u, Conditions given, List<Tensor> deltas);

  /** The same where nothing is given in addition to the states. */
  default Tensor stepWithGates(Tensor u, List<Tensor> deltas) {
    return stepWithGates(u, Conditions.NONE, deltas);
  }

  /** How much a whole step can amplify a change of its input, given bounds for its blocks. */
  double stepBound(List<Double> ofBlocks);

  /** What training holds that bound below, on typical states; empty where it does not. */
  OptionalDouble stepTarget();
}
