package io.tfsno.operator.baseline;

import io.tfsno.engine.Activations;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Initialiser;
import io.tfsno.nn.Parameter;
import io.tfsno.nn.Parameters;

/** A learnt time step dt: one number, free or kept positive as {@code dt = ln(1 + exp(s))}. */
final class TimeStep {
  private final Parameter parameter;
  private final boolean positive;

  TimeStep(Parameters parameters, String name, double start, boolean positive) {
    this.positive = positive;
    double first = positive ? Math.log(Math.expm1(start)) : start;
    parameter = parameters.declare(name, Initialiser.constant(first), 1);
  }

  /** The time step itself where it is free. */
  Parameter parameter() {
    return parameter;
  }

  /** {@code [1]}. */
  Tensor value() {
    return positive ? Activations.softplus(parameter.tensor()) : parameter.tensor();
  }
}
