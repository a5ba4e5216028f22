package io.tfsno.spectral;

/**
 * A truncated set of integer wave numbers, with the order in which coefficients are stored: along
 * each axis {@code 0 .. positive-1, -negative .. -1}. In 1D there is one row, k1 = 0.
 *
 * <p>A real field needs only one half of its modes, the other being conjugate: sets with no
 * negative columns store that half.
 *
 * @param rows the first axis in 2D
 * @param columns the last axis
 */
public record Modes(int dimension, Axis rows, Axis columns) {
  private static final Axis NO_ROWS = new Axis(1, 0);

  /** Wave numbers along one axis. */
  public record Axis(int positive, int negative) {
    public Axis {
      if (positive < 1 || negative < 0) {
        throw new IllegalArgumentException(
            "an axis holds at least the mode 0, not %d and %d".formatted(positive, negative));
      }
    }

    /** All waves that a number of points tells apart, in the order of the FFT. */
    static Axis all(int points) {
      return new Axis((points + 1) / 2, points / 2);
    }

    public int count() {
      return positive + negative;
    }

    /** The wave number at a place in the order. */
    public int wave(int index) {
      return index < positive ? index : index - count();
    }

    /** The place of a wave number in the order. */
    public int index(int wave) {
      return wave >= 0 ? wave : count() + wave;
    }

    /** Whether a grid of that many points tells all these waves apart. */
    boolean fits(int points) {
      return 2 * positive <= points + 1 && 2 * negative <= points;
    }
  }

  public Modes {
    if (dimension != 1 && dimension != 2) {
      throw new IllegalArgumentException("dimension must be 1 or 2, not " + dimension);
    }
  }

  /** {@code k = 0 .. count-1} in 1D: the half spectrum of real fields. */
  public static Modes line(int count) {
    return new Modes(1, NO_ROWS, new Axis(count, 0));
  }

  /** The convention of Fourier neural operators in 2D: rows {@code 0..m1-1, -m1..-1}. */
  public static Modes block(int m1, int m2) {
    return new Modes(2, new Axis(m1, m1), new Axis(m2, 0));
  }

  /** The same number of waves per axis and sign, in any dimension. */
  public static Modes perAxis(int dimension, int count) {
    return dimension == 1 ? line(count) : block(count, count);
  }

  /** All waves of a line of points, in the order of the FFT. */
  public static Modes all(int points) {
    return new Modes(1, NO_ROWS, Axis.all(points));
  }

  /** Number of stored modes. */
  public int count() {
    return rows.count() * columns.count();
  }

  /** Shape of a coefficient array: {@code [columns]} in 1D, {@code [rows, columns]} in 2D. */
  public long[] shape() {
    return dimension == 1
        ? new long[] {columns.count()}
        : new long[] {rows.count(), columns.count()};
  }

  /** Wave number along the first axis of the stored mode number {@code index}; 0 in 1D. */
  public int k1(int index) {
    return rows.wave(index / columns.count());
  }

  /** Wave number along the last axis of the stored mode number {@code index}. */
  public int k2(int index) {
    return columns.wave(index % columns.count());
  }

  /** 1 for the modes with {@code |k| <= largest} along every axis, 0 for the others. */
  public double[] upTo(int largest) {
    double[] mask = new double[count()];
    for (int i = 0; i < mask.length; i++) {
      boolean kept = Math.abs(k1(i)) <= largest && Math.abs(k2(i)) <= largest;
      mask[i] = kept ? 1 : 0;
    }
    return mask;
  }

  /** How many half-spectrum modes a grid of that many points can hold, in words. */
  String most(int points) {
    int most = (points + 1) / 2;
    return dimension == 1
        ? most + " modes"
        : "%d rows of each sign and %d columns".formatted(points / 2, most);
  }

  boolean fits(int points) {
    return columns.fits(points) && (dimension == 1 || rows.fits(points));
  }
}
