package io.tfsno.operator;

import io.tfsno.base.UserError;
import io.tfsno.engine.Device;
import io.tfsno.engine.Rng;
import io.tfsno.nn.Execution;
import java.util.List;

/** The sizes and options of an operator: plain values that a configuration file can hold. */
public interface OperatorSpec {
  /** The name of the model in the registry. */
  String model();

  /** Which coordinates are given to the network in addition to the field. */
  Coordinates coords();

  /** What one vector of 4 GiB holds; training needs four of them. */
  long MOST_PARAMETERS = 1L << 30;

  /** Whether the network gives the change of the state, zero before training, or the state. */
  boolean predictDelta();

  /** How fields are continued past walls, if the grid has any; null for the default. */
  default PaddingSpec padding() {
    return null;
  }

  /**
   * How often the grid was halved at each of its blocks, in order; empty for an operator that is
   * not made of blocks with gates.
   */
  default List<Integer> blockLevels() {
    return List.of();
  }

  /** Whether there are gates that a {@link Inputs#context} can be given to. */
  default boolean gated() {
    return false;
  }

  /** Whether there are blocks that a {@link Inputs#context} can shift. */
  default boolean shifts() {
    return false;
  }

  /** What the equation of the data contributes to the training loss; nothing for most models. */
  default PhysicsTerm physics() {
    return PhysicsTerm.NONE;
  }

  /**
   * The same model with no more modes than the grid holds and its padding past walls written out:
   * where to start with data of one's own.
   */
  default OperatorSpec fittedTo(FieldShape shape) {
    return this;
  }

  /** Throws a {@link io.tfsno.base.UserError} if these sizes do not fit such fields. */
  void check(FieldShape shape);

  /** The operator with its parameters declared but not allocated. The caller closes it. */
  Operator declare(FieldShape shape);

  /** Number of trainable values, found without allocating them. */
  default long parameterCount(FieldShape shape) {
    try (Operator declared = declare(shape)) {
      return declared.parameters().trained();
    }
  }

  /** A new operator with first weights drawn from {@code rng}. The caller closes it. */
  default Operator build(FieldShape shape, Device device, Rng rng) {
    return build(shape, Execution.on(device), rng);
  }

  /** The same with a choice of how a GPU computes it. */
  default Operator build(FieldShape shape, Execution execution, Rng rng) {
    Operator operator = declare(shape);
    long count = operator.parameters().count();
    if (count > MOST_PARAMETERS) {
      operator.close();
      throw new UserError(
          "a network of at most %d parameters".formatted(MOST_PARAMETERS),
          Long.toString(count),
          "Make the model smaller.");
    }
    operator.parameters().allocate(execution, rng);
    return operator;
  }
}
