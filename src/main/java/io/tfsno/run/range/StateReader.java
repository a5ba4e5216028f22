package io.tfsno.run.range;

import io.tfsno.engine.Device;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.PowerSpectrum;
import java.util.Arrays;
import java.util.Collections;

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
   * @param values states or parts of one, field after field
   * @param from where the field begins
   */
  FieldReading read(float[] values, int from) {
    int cells = grid.cells();
    double sum = 0;
    for (int i = from; i < from + cells; i++) {
      sum += values[i];
    }
    double mean = sum / cells;
    double[] about = new double[cells];
    double squares = 0;
    for (int i = 0; i < cells; i++) {
      about[i] = values[from + i] - mean;
      squares += about[i] * about[i];
    }
    return new FieldReading(mean, Math.sqrt(squares / cells), shells(about));
  }

  private double[] shells(double[] about) {
    if (spectrum == null) {
      return null;
    }
    try (Scope inner = new Scope()) {
      Tensor field = Tensor.of(about, batchOfOne(grid));
      double[] all = spectrum.shells(spectrum.power(field)).toDoubles();
      return Arrays.copyOfRange(all, 1, all.length);
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
