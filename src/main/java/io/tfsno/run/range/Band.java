package io.tfsno.run.range;

/** Numbers from {@code low} to {@code high}, both included. */
public record Band(double low, double high) {
  /** Training sets are samples: what is this close to them, by their width, counts as seen. */
  private static final double SLACK = 0.1;

  /** Of float32 numbers, by their size. */
  private static final double ROUNDING = 1e-5;

  public Band {
    if (!(low <= high)) {
      throw new IllegalArgumentException("a band from %s to %s".formatted(low, high));
    }
  }

  public boolean contains(double value) {
    return value >= low && value <= high;
  }

  /** The number of the band that is closest to another. */
  public double closestTo(double value) {
    return Math.max(low, Math.min(high, value));
  }

  /** A band that ends further out on both sides. */
  Band widened(double by) {
    return new Band(low - by, high + by);
  }

  /**
   * What counts as seen where training trajectories had numbers from here to there. Numbers of one
   * sign keep it: towards zero the width is that of a logarithmic scale, since a viscosity of 0.002
   * to 0.04 says nothing about one of 0.0001.
   */
  public Band asSeen() {
    double slack = SLACK * (high - low) + ROUNDING * Math.max(Math.abs(low), Math.abs(high));
    return new Band(
        low < 0 ? low - slack : towardsZero(low, high),
        high > 0 ? high + slack : -towardsZero(-high, -low));
  }

  private static double towardsZero(double near, double far) {
    return near == 0 ? 0 : near * Math.pow(far / near, -SLACK) * (1 - ROUNDING);
  }

  /** The smallest band that holds another number as well. */
  public Band and(double value) {
    return new Band(Math.min(low, value), Math.max(high, value));
  }
}
