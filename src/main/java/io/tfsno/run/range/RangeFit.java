package io.tfsno.run.range;

import io.tfsno.engine.Device;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.FieldShape;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.PowerSpectrum;
import java.util.Arrays;
import java.util.Random;

/**
 * Moves a state into the range of a training set, changing as little as it can: the mean to the
 * closest one that was seen, shells with more power than any training state down to the largest,
 * and the deviation into its band. A state that varies too little in the waves that it has gets
 * others, too, in proportion to what the training states have of them.
 */
public final class RangeFit {
  /** Phases of waves that a state lacks: always the same ones, so that a fit can be repeated. */
  private static final long SEED = 1;

  private RangeFit() {}

  /**
   * @param values {@code [channel, x(, y, z)]}; not modified
   */
  public static float[] moved(float[] values, FieldShape shape, TrainingRange range) {
    float[] all = values.clone();
    int cells = shape.cells();
    for (int c = 0; c < range.fields().size(); c++) {
      float[] field = Arrays.copyOfRange(values, c * cells, (c + 1) * cells);
      FieldRange seen = range.fields().get(c);
      FieldReading now = TrainingRange.read(field, shape.grid()).get(0);
      if (!now.inside(seen)) {
        System.arraycopy(moved(field, now, shape.grid(), seen), 0, all, c * cells, cells);
      }
    }
    return all;
  }

  private static float[] moved(float[] field, FieldReading now, Grid grid, FieldRange seen) {
    double[] about = new double[field.length];
    for (int i = 0; i < about.length; i++) {
      about[i] = field[i] - now.mean();
    }
    if (now.shells() != null && !seen.power().isEmpty()) {
      about = shaped(about, grid, seen);
    }
    double deviation = rootMeanSquare(about);
    double scale =
        deviation == 0 ? 0 : Math.min(seen.deviation().closestTo(deviation) / deviation, 1e6);
    double mean = seen.mean().closestTo(now.mean());
    float[] all = new float[about.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = (float) (mean + scale * about[i]);
    }
    return all;
  }

  /** The field with no shell above the largest power that was seen, and filled up if need be. */
  private static double[] shaped(double[] about, Grid grid, FieldRange seen) {
    try (Scope scope = new Scope()) {
      PowerSpectrum spectrum = new PowerSpectrum(grid, Device.CPU);
      Tensor field = batch(about, grid);
      double[] power = spectrum.shells(spectrum.power(field)).toDoubles();
      double[] kept = new double[power.length];
      double[] room = new double[power.length];
      double total = 0;
      double free = 0;
      for (int s = 1; s < power.length; s++) {
        double most = s <= seen.power().size() ? seen.power().get(s - 1) : 0;
        kept[s] = Math.min(power[s], most);
        room[s] = most - kept[s];
        total += kept[s];
        free += room[s];
      }
      Tensor within = spectrum.scaled(field, factors(kept, power));
      double missing = Math.pow(seen.deviation().low(), 2) - total;
      if (missing > 0 && free > 0) {
        double share = Math.min(1, missing / free);
        Tensor noise = noise(grid);
        double[] given = spectrum.shells(spectrum.power(noise)).toDoubles();
        double[] wanted = Arrays.stream(room).map(r -> share * r).toArray();
        within = within.add(spectrum.scaled(noise, factors(wanted, given)));
      }
      return within.toDoubles();
    }
  }

  /** What amplitudes are multiplied by for powers to become others. */
  private static double[] factors(double[] wanted, double[] power) {
    double[] factors = new double[power.length];
    for (int s = 1; s < power.length; s++) {
      factors[s] = power[s] > 0 ? Math.sqrt(wanted[s] / power[s]) : 0;
    }
    return factors;
  }

  private static Tensor noise(Grid grid) {
    Random random = new Random(SEED);
    return batch(random.doubles(grid.cells(), -1, 1).toArray(), grid);
  }

  private static Tensor batch(double[] values, Grid grid) {
    return Tensor.of(values, StateReader.batchOfOne(grid));
  }

  private static double rootMeanSquare(double[] values) {
    return Math.sqrt(Arrays.stream(values).map(v -> v * v).sum() / values.length);
  }
}
