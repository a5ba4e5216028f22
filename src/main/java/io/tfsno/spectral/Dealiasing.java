package io.tfsno.spectral;

/**
 * The 2/3 rule (Orszag, 1971): products of two fields are free of aliasing on the waves that are
 * kept if these are fewer than a third of the points along every axis.
 */
public final class Dealiasing {
  private Dealiasing() {}

  /** The largest wave number m that is kept, {@code m < points/3}. */
  public static int largestWave(int points) {
    return (points + 2) / 3 - 1;
  }

  /** The same along each axis. */
  public static Points largestWaves(Points points) {
    return points.map(Dealiasing::largestWave);
  }

  /** The grid for products that keeps all waves below the Nyquist waves of an even grid. */
  public static Points gridFor(Points stored) {
    return stored.map(n -> n / 2 * 3);
  }
}
