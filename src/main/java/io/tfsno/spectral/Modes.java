package io.tfsno.spectral;

import io.tfsno.base.UserError;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A truncated set of integer wave numbers, and the one order in which coefficients are stored.
 *
 * <p>Along each axis the order is {@code 0 .. positive-1, -negative .. -1}. Over the axes the last
 * one is slowest: mode number i is {@code (k_d, .., k_1)} with k_1 fastest, as a transform finds
 * them that starts at the last axis, and as weight files hold them. Arrays of an FFT, {@code [k_1,
 * .., k_d]}, have the last axis fastest: {@link #inArray} leads from one to the other.
 *
 * <p>A real field needs only one half of its modes, the other being conjugate: sets whose last axis
 * has no negative waves store that half.
 */
public record Modes(List<Axis> axes) {
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
    axes = List.copyOf(axes);
    if (axes.isEmpty() || axes.size() > Points.MOST_AXES) {
      throw new IllegalArgumentException("modes have 1 to 3 axes, not " + axes.size());
    }
  }

  /**
   * The half spectrum that Fourier neural operators keep: {@code m} waves per sign along every axis
   * but the last, whose waves are {@code 0 .. m-1}.
   */
  public static Modes half(List<Integer> perAxis) {
    List<Axis> axes = new ArrayList<>();
    for (int a = 0; a < perAxis.size(); a++) {
      int m = perAxis.get(a);
      axes.add(new Axis(m, a + 1 < perAxis.size() ? m : 0));
    }
    return new Modes(axes);
  }

  public static Modes half(int... perAxis) {
    return half(Arrays.stream(perAxis).boxed().toList());
  }

  /** Both signs of all waves of a grid, in the order of the FFT along each axis. */
  public static Modes all(Points points) {
    return new Modes(points.perAxis().stream().map(Axis::all).toList());
  }

  /** The largest half spectrum that fits on a grid. */
  static Modes most(Points points) {
    return half(points.map(n -> Math.max(1, n / 2)).perAxis())
        .withLast(new Axis((points.last() + 1) / 2, 0));
  }

  /**
   * The waves of real fields below Nyquist's, each with its partner of the other sign but for the
   * last axis.
   *
   * @param most waves of a sign along an axis, on grids that hold more
   */
  public static Modes belowNyquist(Points points, int most) {
    List<Axis> axes = new ArrayList<>();
    for (int a = 0; a < points.dimension(); a++) {
      int m = Math.min(most, (points.at(a) + 1) / 2);
      axes.add(new Axis(m, a + 1 < points.dimension() ? m - 1 : 0));
    }
    return new Modes(axes);
  }

  /** The same modes along every axis but the last. */
  Modes withLast(Axis last) {
    List<Axis> others = new ArrayList<>(axes);
    others.set(others.size() - 1, last);
    return new Modes(others);
  }

  /**
   * All waves of real fields on a grid: the half along the last axis, its Nyquist wave included.
   */
  public static Modes ofReal(Points points) {
    return all(points).withLast(new Axis(points.last() / 2 + 1, 0));
  }

  public int dimension() {
    return axes.size();
  }

  public Axis axis(int index) {
    return axes.get(index);
  }

  public Axis last() {
    return axes.get(axes.size() - 1);
  }

  /** Number of stored modes. */
  public int count() {
    return axes.stream().mapToInt(Axis::count).reduce(1, Math::multiplyExact);
  }

  /** The numbers of the modes whose wave numbers along all axes are below {@code wave}. */
  public IntStream below(int wave) {
    return IntStream.range(0, count()).filter(mode -> isBelow(mode, wave));
  }

  private boolean isBelow(int mode, int wave) {
    int rest = mode;
    for (Axis axis : axes) {
      if (Math.abs(axis.wave(rest % axis.count())) >= wave) {
        return false;
      }
      rest /= axis.count();
    }
    return true;
  }

  /** The shape of an FFT's array, {@code [k_1, .., k_d]}. */
  public long[] arrayShape() {
    return axes.stream().mapToLong(Axis::count).toArray();
  }

  /** The shape of stored coefficients, {@code [k_d, .., k_1]}. */
  public long[] storedShape() {
    long[] shape = new long[dimension()];
    for (int a = 0; a < shape.length; a++) {
      shape[a] = axes.get(dimension() - 1 - a).count();
    }
    return shape;
  }

  /** The integer wave numbers along all axes of the stored mode of a number. */
  public int[] waves(int index) {
    int[] k = new int[dimension()];
    int rest = index;
    for (int a = 0; a < k.length; a++) {
      k[a] = axes.get(a).wave(rest % axes.get(a).count());
      rest /= axes.get(a).count();
    }
    return k;
  }

  /** Where a stored mode stands in an FFT's array of the same modes. */
  public int inArray(int index) {
    return arrayIndex(waves(index));
  }

  /** Where waves stand in an FFT's array. */
  public int arrayIndex(int... waves) {
    int at = 0;
    for (int a = 0; a < dimension(); a++) {
      at = at * axes.get(a).count() + axes.get(a).index(waves[a]);
    }
    return at;
  }

  /** The waves at a place of an FFT's array. */
  public int[] arrayWaves(int place) {
    int[] k = new int[dimension()];
    int rest = place;
    for (int a = k.length - 1; a >= 0; a--) {
      k[a] = axes.get(a).wave(rest % axes.get(a).count());
      rest /= axes.get(a).count();
    }
    return k;
  }

  /** Whether a grid tells all these modes apart. */
  public boolean fits(Points points) {
    for (int a = 0; a < dimension(); a++) {
      if (!axes.get(a).fits(points.at(a))) {
        return false;
      }
    }
    return points.dimension() == dimension();
  }

  /**
   * Those of a half spectrum that a grid holds below its Nyquist wave; the very same set where it
   * holds all of them.
   */
  public Modes within(Points points) {
    if (fits(points)) {
      return this;
    }
    List<Axis> kept = new ArrayList<>();
    for (int a = 0; a < dimension(); a++) {
      Axis axis = axes.get(a);
      int most = points.at(a) / 2;
      kept.add(axis.positive() <= most ? axis : new Axis(most, Math.min(axis.negative(), most)));
    }
    return new Modes(kept);
  }

  /** Refuses more modes than an axis holds: the Nyquist wave is never kept. */
  public void requireOn(Points points) {
    for (int a = 0; a < dimension(); a++) {
      int n = points.at(a);
      int m = axes.get(a).positive();
      if (m > n / 2) {
        throw new UserError(
            "at most %d modes along an axis of %d points".formatted(n / 2, n),
            m + " modes",
            "Lower modes to %d or use a grid of at least %d points.".formatted(n / 2, 2 * m));
      }
    }
  }

  public String text() {
    return axes.stream()
        .map(a -> Integer.toString(a.positive()))
        .collect(Collectors.joining(" x "));
  }
}
