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

  /** What counts as seen where training trajectories had numbers from here to there. */
  public Band asSeen() {
    double size = Math.max(Math.abs(low), Math.abs(high));
    return widened(SLACK * (high - low) + ROUNDING * size);
  }

  /** The smallest band that holds another number as well. */
  public Band and(double value) {
    return new Band(Math.min(low, value), Math.max(high, value));
  }
}
