package io.tfsno.nn.fused;

import io.tfsno.engine.Tensor;

/** A network in parts. */
@FunctionalInterface
public interface Program {
  /**
   * The forward pass; the backward pass is left on the tape.
   *
   * @param u the network's input
   * @param given numbers that gates see in addition to it, {@code [number, sample]}; null for none
   */
  Tensor forward(Tape tape, Value u, Tensor given);
}
