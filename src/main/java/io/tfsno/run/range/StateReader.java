package io.tfsno.run.range;

import io.tfsno.engine.Device;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.PowerSpectrum;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Reads means, deviations and spectra of fields on one grid. */
final class StateReader implements AutoCloseable {
  /**
   * Of cells times points along the longest axis, as the tables of a spectrum grow: 32 MiB. Of
   * larger grids only moments are read.
   */
  private static final long MOST_ENTRIES = 1 << 24;

  private final Scope scope = new Scope();
  private final Grid grid;
  private final PowerSpectrum spectrum;

  StateReader(Grid grid) {
    this.grid = grid;
    long entries = (long) grid.cells() * Collections.max(grid.points().perAxis());
    boolean waves = grid.periodic() && entries <= MOST_ENTRIES;
    spectrum = waves ? new PowerSpectrum(grid, Device.CPU) : null;
  }

  /**
   * Reads fields together: a spectrum costs its calls, far less its numbers.
   *
   * @param values fields, one after the other
   */
  List<FieldReading> read(float[] values) {
    int cells = grid.cells();
    int fields = values.length / cells;
    double[] means = new double[fields];
    double[] deviations = new double[fields];
    double[] about = new double[values.length];
    for (int f = 0; f < fields; f++) {
      double sum = 0;
      for (int i = f * cells; i < (f + 1) * cells; i++) {
        sum += values[i];
      }
      means[f] = sum / cells;
      double squares = 0;
      for (int i = f * cells; i < (f + 1) * cells; i++) {
        about[i] = values[i] - means[f];
        squares += about[i] * about[i];
      }
      deviations[f] = Math.sqrt(squares / cells);
    }
    double[] shells = shells(about, fields);
    List<FieldReading> readings = new ArrayList<>();
    for (int f = 0; f < fields; f++) {
      int each = shells == null ? 0 : shells.length / fields;
      double[] own =
          shells == null ? null : Arrays.copyOfRange(shells, f * each + 1, (f + 1) * each);
      readings.add(new FieldReading(means[f], deviations[f], own));
    }
    return readings;
  }

  /** {@code [field, shell]}; null where spectra are not read. */
  private double[] shells(double[] about, int fields) {
    if (spectrum == null) {
      return null;
    }
    long[] shape = batchOfOne(grid);
    shape[0] = fields;
    try (Scope inner = new Scope()) {
      return spectrum.shells(spectrum.power(Tensor.of(about, shape))).toDoubles();
    }
  }

  /** The shape of one field as a batch: {@code [1, 1, x(, y, z)]}. */
  static long[] batchOfOne(Grid grid) {
    long[] shape = new long[grid.dimension() + 2];
    Arrays.fill(shape, 1);
    for (int a = 0; a < grid.dimension(); a++) {
      shape[a + 2] = grid.points().at(a);
    }
    return shape;
  }

  @Override
  public void close() {
    scope.close();
  }
}
