package io.tfsno.run.range;

/** Numbers from {@code low} to {@code high}, both included. */
public record Band(double low, double high) {
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

  Band and(double value) {
    return new Band(Math.min(low, value), Math.max(high, value));
  }
}
