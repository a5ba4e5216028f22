package io.tfsno.operator;

import io.tfsno.engine.Tensor;
import io.tfsno.nn.Parameters;
import io.tfsno.spectral.Points;

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
  Tensor forward(Tensor u);

  /**
   * One step of a system whose law changes with time.
   *
   * @param u states {@code [sample, channel, x(, y, z)]}
   * @param t the time of each state, {@code [sample]}; ignored unless {@link #needsTime}
   */
  default Tensor forward(Tensor u, Tensor t) {
    return forward(u);
  }

  /** Whether {@link #forward(Tensor, Tensor)} must be given the time. */
  default boolean needsTime() {
    return false;
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
  default void calibrate(Tensor u, int epoch) {}

  /** Whether {@link #calibrate} has something to do after so many epochs. */
  default boolean calibratesAfter(int epoch) {
    return false;
  }

  /** Frees the parameters and all fixed matrices. */
  @Override
  void close();
}
