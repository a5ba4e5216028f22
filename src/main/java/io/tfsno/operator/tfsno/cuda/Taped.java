package io.tfsno.operator.tfsno.cuda;

import io.tfsno.engine.Autograd;
import io.tfsno.engine.Tensor;
import java.util.Arrays;

/**
 * A step of libtorch's operations inside a program that is otherwise written by hand. It is taped
 * on leaves of its own, so that autograd finds the gradient through it; parameters that are used in
 * it get their gradients from there.
 */
final class Taped {
  /** What is computed. */
  @FunctionalInterface
  interface Function {
    Tensor of(Tensor[] inputs);
  }

  private final Tensor[] inputs;
  private final Tensor value;

  /**
   * @param taping whether a backward pass follows
   */
  Taped(boolean taping, Function function, Tensor... inputs) {
    try (Autograd.Mode mode = taping ? Autograd.on() : Autograd.off()) {
      this.inputs = Arrays.stream(inputs).map(input -> leaf(input, taping)).toArray(Tensor[]::new);
      value = function.of(this.inputs).contiguous();
    }
  }

  private static Tensor leaf(Tensor tensor, boolean taping) {
    Tensor alone = tensor.detach();
    return taping ? alone.trainable() : alone;
  }

  Tensor value() {
    return value;
  }

  /** Adds to the gradients of parameters, and finds those of the inputs. */
  void backward(Tensor ofValue) {
    value.backward(ofValue);
  }

  /** After {@link #backward}: the gradient of an input that the value depends on. */
  Tensor gradient(int input) {
    return inputs[input].grad();
  }

  /** After {@link #backward}: adds the gradient of an input, if it has one. Modifies the sum. */
  void addGradient(int input, Tensor sum) {
    if (inputs[input].hasGrad()) {
      sum.addInPlace(gradient(input));
    }
  }
}
