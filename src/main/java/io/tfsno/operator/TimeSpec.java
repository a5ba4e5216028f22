package io.tfsno.operator;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tfsno.base.UserError;

/**
 * The encoding of explicit time: {@code sin(w_j t), cos(w_j t)}, j = 1..harmonics.
 *
 * @param harmonics number of frequencies
 * @param reference the period of the forcing, or the length of the trajectories
 * @param periodic whether the reference is a period, {@code w_j = 2 pi j / reference}; else {@code
 *     w_j = 2^(j-1) pi / reference}
 * @param elapsed whether t counts from the first snapshot of a trajectory; else it is the time of
 *     the law. Null counts as false, so that it may be left out
 */
public record TimeSpec(
    int harmonics,
    double reference,
    boolean periodic,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) Boolean elapsed) {
  public TimeSpec {
    elapsed = elapsed != null && elapsed;
    Sizes.requirePositive("number of harmonics", harmonics);
    if (!(reference > 0) || Double.isInfinite(reference)) {
      throw new UserError(
          "a positive reference time",
          "" + reference,
          "Give the period of the forcing, or the length of the trajectories.");
    }
  }

  /** By the clock of the law. */
  public TimeSpec(int harmonics, double reference, boolean periodic) {
    this(harmonics, reference, periodic, false);
  }

  public TimeSpec withElapsed(boolean on) {
    return new TimeSpec(harmonics, reference, periodic, on);
  }

  public int size() {
    return 2 * harmonics;
  }

  public double[] frequencies() {
    double[] w = new double[harmonics];
    for (int j = 1; j <= harmonics; j++) {
      w[j - 1] = (periodic ? 2 * j : Math.pow(2, j - 1)) * Math.PI / reference;
    }
    return w;
  }
}
