package io.tfsno.engine;

/**
 * The random stream of the project: SplitMix64, whose whole state is one 64-bit number. It gives
 * the same numbers in every language, on every machine and device, and resuming it exactly means
 * storing that one number.
 */
public final class Rng {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private long state;

  public Rng(long state) {
    this.state = state;
  }

  /** The stream number {@code key} of a family of independent streams under one master seed. */
  public static Rng stream(long master, long key) {
    return new Rng(mix(master + GOLDEN * (key + 1)));
  }

  /** The state, from which {@code new Rng(state)} continues exactly here. */
  public long state() {
    return state;
  }

  public long next() {
    state += GOLDEN;
    return mix(state);
  }

  /** Uniform in [0, 1), with 53 random bits. */
  public double uniform() {
    return (next() >>> 11) * 0x1p-53;
  }

  /** Two independent standard normal numbers. */
  public double[] normalPair() {
    double u1 = 1 - uniform();
    double u2 = uniform();
    double radius = Math.sqrt(-2 * Math.log(u1));
    return new double[] {radius * Math.cos(2 * Math.PI * u2), radius * Math.sin(2 * Math.PI * u2)};
  }

  /** Uniform in {0, .., bound-1}, without bias. */
  public int below(int bound) {
    if (bound <= 0) {
      throw new IllegalArgumentException("bound must be positive, not " + bound);
    }
    long limit = Long.MAX_VALUE - Long.MAX_VALUE % bound;
    long draw;
    do {
      draw = next() >>> 1;
    } while (draw >= limit);
    return (int) (draw % bound);
  }

  /** {@code count} standard normal numbers. */
  public double[] normals(int count) {
    double[] values = new double[count];
    for (int i = 0; i < count; i += 2) {
      double[] pair = normalPair();
      values[i] = pair[0];
      if (i + 1 < count) {
        values[i + 1] = pair[1];
      }
    }
    return values;
  }

  private static long mix(long z) {
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
