package io.tfsno.operator.tfsno.statistic;

import io.tfsno.engine.Tensor;

/**
 * A number by which a gate sees a field.
 *
 * <p>It must be finite and differentiable on zero and constant fields, must not change when a field
 * is shifted, and must mean the same on every grid. Gradients come from autograd, or by hand where
 * what the statistic is made of brings its own, as {@link ValueMoments} does.
 */
public interface Statistic {
  /** What a statistic looks at. */
  enum Domain {
    /** The power of the kept modes, see {@link Spectrum}. */
    SPECTRUM,
    /** The values in space, see {@link Values}. */
    VALUES
  }

  /** As configuration files write it. */
  String name();

  Domain domain();

  /** The number of each sample, {@code [1, sample]}, a new tensor. */
  Tensor of(GateInput input);
}
