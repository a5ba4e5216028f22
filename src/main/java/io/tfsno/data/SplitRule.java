package io.tfsno.data;

import io.tfsno.base.UserError;
import io.tfsno.engine.Rng;
import java.util.Arrays;

/**
 * How the trajectories of a set without named parts are divided: by shares, in an order that the
 * seed alone decides.
 */
public record SplitRule(double train, double valid, double test, long seed) {
  private static final double ROUNDING = 1e-6;

  public static SplitRule defaults() {
    return new SplitRule(0.8, 0.1, 0.1, 1);
  }

  public SplitRule {
    boolean shares = train > 0 && valid >= 0 && test >= 0;
    if (!shares || Math.abs(train + valid + test - 1) > ROUNDING) {
      throw new UserError(
          "shares train > 0, valid >= 0 and test >= 0 that add up to 1",
          "%s, %s and %s".formatted(train, valid, test),
          "Try 0.8, 0.1 and 0.1.");
    }
  }

  /** Which trajectories are in each part, in the order of the file. */
  public record Parts(long[] train, long[] valid, long[] test) {}

  /**
   * Divides trajectories. A part with a share gets one at least; where there are too few, {@code
   * test} goes without.
   */
  public Parts divide(long trajectories) {
    int count = Math.toIntExact(trajectories);
    int valid = number(this.valid, count);
    int test = Math.max(0, Math.min(number(this.test, count), count - 1 - valid));
    int train = count - valid - test;
    if (train < 1) {
      throw new UserError(
          "at least 2 trajectories to divide into train and valid",
          Integer.toString(count),
          "Use a larger set.");
    }
    long[] order = shuffled(count);
    return new Parts(
        sorted(order, 0, train),
        sorted(order, train, train + valid),
        sorted(order, train + valid, count));
  }

  private static int number(double share, int count) {
    return share == 0 ? 0 : Math.max(1, (int) Math.round(share * count));
  }

  private long[] shuffled(int count) {
    Rng rng = new Rng(seed);
    long[] order = new long[count];
    for (int i = 0; i < count; i++) {
      int j = rng.below(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    return order;
  }

  private static long[] sorted(long[] order, int from, int to) {
    long[] part = Arrays.copyOfRange(order, from, to);
    Arrays.sort(part);
    return part;
  }
}
