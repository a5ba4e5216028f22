package io.tfsno.spectral;

import java.util.Arrays;
import java.util.function.DoubleBinaryOperator;

/**
 * The modes of a truncated set by rounded radius {@code |k|}, in integer wave numbers. Shells that
 * the set holds only the corners of are left out; in 1D every mode is a shell.
 */
public final class ModeShells {
  private final Modes modes;
  private final int count;

  public ModeShells(Modes modes) {
    this.modes = modes;
    this.count = modes.axes().stream().mapToInt(Modes.Axis::positive).min().orElseThrow();
  }

  public int count() {
    return count;
  }

  /** The mean over each shell of one number per mode, in the order of {@link Modes}. */
  public double[] means(double[] perMode) {
    double[] sum = fold(perMode, 0, Double::sum);
    double[] ones = new double[perMode.length];
    Arrays.fill(ones, 1);
    double[] members = fold(ones, 0, Double::sum);
    for (int shell = 0; shell < count; shell++) {
      sum[shell] /= members[shell];
    }
    return sum;
  }

  /** The largest number of each shell. */
  public double[] largest(double[] perMode) {
    return fold(perMode, Double.NEGATIVE_INFINITY, Math::max);
  }

  private double[] fold(double[] perMode, double start, DoubleBinaryOperator step) {
    double[] result = new double[count];
    Arrays.fill(result, start);
    for (int i = 0; i < modes.count(); i++) {
      int shell = (int) Math.round(radius(modes.waves(i)));
      if (shell < count) {
        result[shell] = step.applyAsDouble(result[shell], perMode[i]);
      }
    }
    return result;
  }

  /** The length of a vector of wave numbers. */
  public static double radius(int... waves) {
    double squares = 0;
    for (int k : waves) {
      squares += (double) k * k;
    }
    return Math.sqrt(squares);
  }
}
