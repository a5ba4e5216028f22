package io.tfsno.data;

import io.tfsno.base.UserError;
import io.tfsno.engine.Tensor;

/**
 * One mean and one standard deviation for all values of a set. Scalars, not fields: they keep the
 * statistics translation invariant, and the same pair serves every resolution.
 */
public record Normaliser(double mean, double deviation) {
  /** Leaves values as they are. */
  public static final Normaliser NONE = new Normaliser(0, 1);

  public Normaliser {
    if (!Double.isFinite(mean) || !(deviation > 0) || Double.isInfinite(deviation)) {
      throw new UserError(
          "a finite mean and a standard deviation > 0",
          mean + " and " + deviation,
          "Look at the data with 'tfsno data inspect': it may be constant or hold NaN.");
    }
  }

  /** From the first {@code trajectories} of a set, read one at a time. */
  public static Normaliser of(TrajectorySet set, long trajectories) {
    double sum = 0;
    double squares = 0;
    double origin = Double.NaN;
    long count = 0;
    for (long i = 0; i < trajectories; i++) {
      for (float v : set.read(i, 1, 0, set.steps())) {
        // Counted from the first value: a large mean then costs no digits, and a constant gives 0.
        origin = count == 0 ? v : origin;
        double d = v - origin;
        sum += d;
        squares += d * d;
        count++;
      }
    }
    double mean = sum / count;
    double variance = Math.max(0, squares / count - mean * mean);
    return new Normaliser(origin + mean, Math.sqrt(variance));
  }

  public Tensor normalise(Tensor values) {
    return values.add(-mean).mul(1 / deviation);
  }

  public Tensor restore(Tensor normalised) {
    return normalised.mul(deviation).add(mean);
  }
}
