package io.tfsno.operator.tfsno.statistic;

import io.tfsno.engine.Tensor;

/**
 * {@code ln( 1 + mean_c sqrt(P) )}: the peak over the points of the training grid, against the
 * deviation. A peak between two points is missed by the same amount on every grid. Gradient by
 * hand, {@link ValueMoments}.
 */
final class Crest implements Statistic {
  /** Keeps the gradient of the peak finite on constant fields. */
  private static final double TINY = 1e-12;

  @Override
  public String name() {
    return "CREST";
  }

  @Override
  public Domain domain() {
    return Domain.VALUES;
  }

  @Override
  public Tensor of(GateInput input) {
    return input.values().peak().add(TINY).sqrt().mean(0).add(1).log().view(1, -1);
  }
}
