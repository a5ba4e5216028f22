package io.tfsno.operator.tfsno;

import io.tfsno.engine.Device;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.nn.ModeSlice;
import io.tfsno.spectral.Modes;

/**
 * Numbers that belong to modes, in the modes-first order of coefficients. They are tied to wave
 * numbers: a coarse grid that holds fewer modes sees the same numbers for those it holds.
 */
final class ModeTable {
  /** A number for a mode. */
  @FunctionalInterface
  interface OfMode {
    double at(int k1, int k2);
  }

  private final Modes modes;
  private final Constants constants;
  private final double largestRadius;

  private record Key(Modes all, Modes kept, String name, boolean asRow) {}

  ModeTable(Modes modes, Constants constants) {
    this.modes = modes;
    this.constants = constants;
    int largest = modes.dimension() == 1 ? 0 : modes.rows().positive();
    this.largestRadius = Math.max(1, Math.hypot(largest, modes.columns().positive() - 1));
  }

  Modes modes() {
    return modes;
  }

  /** {@code |k| / max |k|}. */
  double radius(int k1, int k2) {
    return Math.hypot(k1, k2) / largestRadius;
  }

  /** How many modes of a real field a stored one stands for: its conjugate twin is not stored. */
  static double multiplicity(int k2) {
    return k2 == 0 ? 1 : 2;
  }

  /** {@code [rows, K]}: numbers for the modes that a grid holds, one row for each function. */
  Tensor rows(String name, int points, Device device, OfMode... functions) {
    ModeSlice slice = new ModeSlice(modes, points);
    return constants.tensor(
        new Key(modes, slice.modes(), name, true),
        device,
        () -> slice.ofFlat(table(functions)).permute(1, 0).contiguous());
  }

  /** {@code [K, 1]}: a number for each mode that a grid holds. */
  Tensor column(String name, int points, Device device, OfMode function) {
    ModeSlice slice = new ModeSlice(modes, points);
    return constants.tensor(
        new Key(modes, slice.modes(), name, false),
        device,
        () -> slice.ofFlat(table(function)).contiguous());
  }

  /** {@code [K, functions]}. */
  private Tensor table(OfMode... functions) {
    int n1 = modes.rows().count();
    double[] values = new double[modes.count() * functions.length];
    for (int i = 0; i < modes.count(); i++) {
      for (int f = 0; f < functions.length; f++) {
        values[i * functions.length + f] =
            functions[f].at(modes.rows().wave(i % n1), modes.columns().wave(i / n1));
      }
    }
    return Tensor.of(values, modes.count(), functions.length);
  }
}
