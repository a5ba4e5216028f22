package io.tfsno.nn;

import io.tfsno.engine.Activations;
import io.tfsno.engine.Tensor;

/** A function applied to every value, with its largest slope. */
public enum Activation {
  IDENTITY(1),
  RELU(1),
  GELU(1.128904),
  SILU(1.099840),
  MISH(1.0885);

  private final double lipschitz;

  Activation(double lipschitz) {
    this.lipschitz = lipschitz;
  }

  public Tensor apply(Tensor x) {
    return switch (this) {
      case IDENTITY -> x;
      case RELU -> Activations.relu(x);
      case GELU -> Activations.gelu(x);
      case SILU -> Activations.silu(x);
      case MISH -> Activations.mish(x);
    };
  }

  /** The smallest L with {@code |f(x) - f(y)| <= L |x - y|}. */
  public double lipschitz() {
    return lipschitz;
  }
}
