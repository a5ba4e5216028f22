package io.tfsno.train.loss;

import io.tfsno.engine.Tensor;

/** The relative error in the L2 norm, {@code |error| / |truth|}, from sums of squares. */
public final class RelativeError {
  /** Keeps the error finite where the truth is zero. */
  private static final double TINY = 1e-12;

  private RelativeError() {}

  public static Tensor of(Tensor squaredErrors, Tensor squaredTruth) {
    return squaredErrors.div(squaredTruth.add(TINY)).sqrt();
  }
}
