package io.tfsno.operator.context;

import io.tfsno.engine.Device;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.operator.tfsno.statistic.ModeTable;
import io.tfsno.operator.tfsno.statistic.ModeTable.OfMode;
import io.tfsno.spectral.ModeShells;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.Points;

/**
 * Eight radial bands of wave numbers, each as wide as the others in the logarithm: a mode is in
 * band {@code floor(8 ln|k| / ln k_max)}, where k_max is the largest wave along an axis; corners
 * belong to the last band and the mean to none. They are bands of the training grid's waves, up to
 * a number of waves that keeps the transform small.
 */
final class Bands {
  static final int COUNT = 8;
  private static final int MOST_WAVES = 128;

  private final ModeTable table;
  private final Points points;
  private final Constants constants;

  Bands(Points trained, Constants constants) {
    points = trained;
    this.constants = constants;
    table = new ModeTable(Modes.belowNyquist(trained, MOST_WAVES), constants);
  }

  ModeTable table() {
    return table;
  }

  /**
   * Coefficients {@code [mode, re/im, channel, sample]} of fields {@code [channel, sample, x(, y,
   * z)]} on the training grid.
   */
  Tensor analyse(Tensor z) {
    var transform = constants.transform(table.modes(), points, z.device());
    Tensor x = transform.analyse(z.reshape(transform.fieldShape(z.size(0) * z.size(1))));
    return x.view(x.size(0), 2, z.size(0), z.size(1));
  }

  /** The band of a mode; -1 for the mean. */
  int of(int... k) {
    double radius = ModeShells.radius(k);
    double largest = Math.max(2, table.largestWave());
    return radius == 0
        ? -1
        : Math.min(COUNT - 1, (int) (COUNT * Math.log(radius) / Math.log(largest)));
  }

  /** Sums over the modes of each band: {@code [band, mode]}, with a weight for each mode. */
  Tensor sums(String name, Device device, OfMode weight) {
    OfMode[] rows = new OfMode[COUNT];
    for (int b = 0; b < COUNT; b++) {
      int band = b;
      rows[b] = k -> of(k) == band ? weight.at(k) * ModeTable.multiplicity(k) : 0;
    }
    return table.rows("bands of a context, " + name, table.whole(), device, rows);
  }
}
