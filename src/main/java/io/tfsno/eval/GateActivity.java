package io.tfsno.eval;

import io.tfsno.engine.DType;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;

/**
 * How much of a gate answers to the state. A gate whose delta hardly varies over states is a second
 * set of static weights.
 *
 * @param still root mean square over channels and modes of the mean delta over states
 * @param adaptive root mean square over channels and modes of its deviation over states
 * @param saturated share of all values of delta beyond 95 % of the gain alpha
 */
public record GateActivity(double still, double adaptive, double saturated) {

  /** Adds up readings. Owns its memory. */
  static final class Sums implements AutoCloseable {
    private static final double NEAR = 0.95;

    private Tensor sum;
    private Tensor squares;
    private double beyond;
    private long samples;

    /**
     * @param delta {@code [sample, channel, mode]}
     */
    void add(Tensor delta, double alpha) {
      try (Scope scope = new Scope()) {
        Tensor d = delta.to(DType.FLOAT64);
        if (sum == null) {
          sum = Scope.unowned(() -> d.select(0, 0).mul(0));
          squares = Scope.unowned(() -> d.select(0, 0).mul(0));
        }
        sum.addInPlace(d.sum(0));
        squares.addInPlace(d.square().sum(0));
        samples += d.size(0);
        for (double value : d.toDoubles()) {
          beyond += Math.abs(value) > NEAR * alpha ? 1 : 0;
        }
      }
    }

    GateActivity activity() {
      try (Scope scope = new Scope()) {
        Tensor mean = sum.mul(1.0 / samples);
        double of = mean.square().mean().item();
        double all = squares.mul(1.0 / samples).mean().item();
        return new GateActivity(
            Math.sqrt(of),
            Math.sqrt(Math.max(0, all - of)),
            beyond / ((double) samples * sum.count()));
      }
    }

    @Override
    public void close() {
      if (sum != null) {
        sum.close();
        squares.close();
      }
    }
  }
}
