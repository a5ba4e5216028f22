package io.tfsno.operator;

import io.tfsno.engine.Tensor;
import io.tfsno.nn.Parameters;
import io.tfsno.operator.context.Memory;
import io.tfsno.operator.sketch.Sketch;
import io.tfsno.spectral.Points;
import java.util.List;
import java.util.Optional;

/** A learnt map from the state of a field to its state one step later. */
public interface Operator extends AutoCloseable {
  OperatorSpec spec();

  /** The fields that the operator was made for. */
  FieldShape shape();

  Parameters parameters();

  /**
   * One step. Differentiable.
   *
   * @param u states {@code [sample, channel, x(, y, z)]}, not modified
   * @return the next states, a new tensor of the same shape owned by the enclosing scope
   */
  default Tensor forward(Tensor u) {
    return forward(u, Conditions.NONE);
  }

  /**
   * One step that depends on more than the present state. A {@link io.tfsno.base.UserError} says
   * what is missing.
   *
   * @param u states {@code [sample, channel, x(, y, z)]}, not modified
   * @param given all that {@link FieldShape#inputs} lists, normalised; what an operator does not
   *     ask for is not looked at
   */
  Tensor forward(Tensor u, Conditions given);

  /** Whether {@link Conditions#time} must be given. */
  default boolean needsTime() {
    return shape().inputs().time() != null;
  }

  /**
   * Whether {@link Conditions#time} counts from the first snapshot of a trajectory, not by the
   * clock of its law.
   */
  default boolean countsElapsed() {
    TimeSpec time = shape().inputs().time();
    return time != null && time.elapsed();
  }

  /**
   * What the operator remembers of a trajectory, {@link Conditions#context}: {@code [sample,
   * number]}, or null where it remembers nothing. The same for a whole rollout. Not differentiable.
   *
   * @param first as many states as {@link Inputs#context} says, from the first one on, normalised,
   *     {@code [sample, channel, x(, y, z)]} each
   */
  default Tensor observe(List<Tensor> first) {
    return null;
  }

  /** What it remembers, for a closer look; empty where it remembers nothing. */
  default Optional<Memory> memory() {
    return Optional.empty();
  }

  /**
   * How far predictions are moved in a step, {@code [sample, axis]}, as shares of the box; empty
   * where none are. Not differentiable.
   */
  default Optional<Tensor> drift(Conditions given) {
    return Optional.empty();
  }

  /** The network as boxes and arrows; empty where a model does not say. Needs no values. */
  default Optional<Sketch> sketch() {
    return Optional.empty();
  }

  /** Whether several threads may call it at once while nothing changes its parameters. */
  default boolean concurrent() {
    return true;
  }

  /** Whether the operator can step fields on a grid with these points. */
  boolean runsOn(Points points);

  /**
   * Says whether the parameters are about to be trained. Operators that keep running estimates
   * update them in training and use exact values otherwise. Off at first.
   */
  default void training(boolean on) {}

  /**
   * Sets constants that are taken from typical states, if there are any.
   *
   * @param epoch epochs of training finished
   */
  default void calibrate(Tensor u, Conditions given, int epoch) {}

  /** Whether {@link #calibrate} has something to do after n epochs. */
  default boolean calibratesAfter(int epoch) {
    return false;
  }

  /** Whether {@link #survey} has something to do. */
  default boolean surveys() {
    return false;
  }

  /**
   * Takes constants that depend on the most extreme of all training states: called before the first
   * update with batches of them in turn.
   */
  default void survey(Tensor u) {}

  /** Frees the parameters and all fixed matrices. */
  @Override
  void close();
}
