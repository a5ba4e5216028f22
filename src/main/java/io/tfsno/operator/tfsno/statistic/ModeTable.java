package io.tfsno.operator.tfsno.statistic;

import io.tfsno.engine.Device;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.nn.ModeSlice;
import io.tfsno.spectral.ModeShells;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.Points;

/**
 * Numbers that belong to modes, in the modes-first order of coefficients. They are tied to wave
 * numbers: a coarse grid that holds fewer modes sees the same numbers for those it holds.
 */
public final class ModeTable {
  /** A number for a mode. */
  @FunctionalInterface
  public interface OfMode {
    double at(int... k);
  }

  private final Modes modes;
  private final Constants constants;
  private final double largestRadius;

  private record Key(Modes all, Modes kept, String name, boolean asRow) {}

  public ModeTable(Modes modes, Constants constants) {
    this.modes = modes;
    this.constants = constants;
    double squares = 0;
    for (Modes.Axis axis : modes.axes()) {
      double largest = largestWave(axis);
      squares += largest * largest;
    }
    this.largestRadius = Math.max(1, Math.sqrt(squares));
  }

  private static int largestWave(Modes.Axis axis) {
    return Math.max(axis.positive() - 1, axis.negative());
  }

  /** The largest wave number along any axis. */
  public int largestWave() {
    return modes.axes().stream().mapToInt(ModeTable::largestWave).max().orElseThrow();
  }

  /** What a field's grid holds of the modes. */
  public ModeSlice slice(Tensor field) {
    return new ModeSlice(modes, Points.of(field, modes.dimension()));
  }

  public ModeSlice whole() {
    return ModeSlice.whole(modes);
  }

  public Modes modes() {
    return modes;
  }

  /** {@code |k| / max |k|}. */
  public double radius(int... k) {
    return ModeShells.radius(k) / largestRadius;
  }

  /** Whether a mode is in the lower half of radii. */
  public boolean isLow(int... k) {
    return radius(k) <= 0.5;
  }

  /** How many modes of a real field a stored one stands for: its conjugate twin is not stored. */
  public static double multiplicity(int... k) {
    return k[k.length - 1] == 0 ? 1 : 2;
  }

  /** {@code [rows, K]}: numbers for the modes that a grid holds, one row for each function. */
  public Tensor rows(String name, ModeSlice slice, Device device, OfMode... functions) {
    return constants.tensor(
        new Key(modes, slice.modes(), name, true),
        device,
        () -> slice.ofFlat(table(functions)).permute(1, 0).contiguous());
  }

  /** {@code [K, 1]}: a number for each mode that a grid holds. */
  public Tensor column(String name, ModeSlice slice, Device device, OfMode function) {
    return constants.tensor(
        new Key(modes, slice.modes(), name, false),
        device,
        () -> slice.ofFlat(table(function)).contiguous());
  }

  /** {@code [K, functions]}. */
  private Tensor table(OfMode... functions) {
    double[] values = new double[modes.count() * functions.length];
    for (int i = 0; i < modes.count(); i++) {
      for (int f = 0; f < functions.length; f++) {
        values[i * functions.length + f] = functions[f].at(modes.waves(i));
      }
    }
    return Tensor.of(values, modes.count(), functions.length);
  }
}
