package io.tfsno.serve;

import io.tfsno.base.UserError;
import io.tfsno.data.generate.SolveSpec;
import io.tfsno.engine.Device;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.FieldShape;
import io.tfsno.pde.Sampler;
import io.tfsno.pde.catalogue.Benchmark;
import io.tfsno.serve.http.Limits;
import io.tfsno.spectral.PairedFields;
import io.tfsno.spectral.Resample;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * A state to start from, as a request gives it: by the seed of the benchmark's own random states
 * (optionally with another band of modes and root mean square), as a sum of waves, or by its
 * values.
 *
 * @param modes largest wave number of a random state
 * @param amplitude root mean square of a random state
 * @param values {@code [channel, x(, y)]} on any grid, row-major
 */
record Initial(
    Long seed,
    Integer modes,
    Double amplitude,
    Double mean,
    List<SolveSpec.Mode> waves,
    List<Double> values) {
  private static final int LARGEST_WAVE = 32;
  private static final double LARGEST_AMPLITUDE = 1e3;

  static Initial ofSeed(long seed) {
    return new Initial(seed, null, null, null, null, null);
  }

  Initial {
    long ways = Stream.of(seed, waves, values).filter(w -> w != null).count();
    if (ways != 1) {
      throw new UserError(
          "one of 'seed', 'waves' and 'values' in 'initial'", ways + " of them", "Give one.");
    }
    if (seed == null && (modes != null || amplitude != null)) {
      throw new UserError("'modes' and 'amplitude' beside 'seed'", "no seed", "Add one.");
    }
    if (mean != null && waves == null) {
      throw new UserError("'mean' beside 'waves'", "no waves", "Add them.");
    }
    if (modes != null && (modes < 1 || modes > LARGEST_WAVE)) {
      throw new UserError("'modes' from 1 to " + LARGEST_WAVE, "" + modes, "Correct it.");
    }
    if (amplitude != null && !(amplitude > 0 && amplitude <= LARGEST_AMPLITUDE)) {
      throw new UserError("'amplitude' above 0, at most 1000", "" + amplitude, "Correct it.");
    }
    if (waves != null && waves.size() > 1000) {
      throw new UserError("at most 1000 waves", "" + waves.size(), "Send values instead.");
    }
  }

  /** The values on the model's grid, {@code [channel, x(, y)]}. */
  float[] on(ModelEntry model, Limits limits) {
    if (seed != null) {
      return random(model);
    }
    FieldShape shape = model.card().shape();
    return waves != null ? sum(shape) : resampled(shape, limits);
  }

  private float[] random(ModelEntry model) {
    Benchmark b = model.benchmark();
    if (b == null) {
      throw new UserError(
          "a model of a benchmark for a random state by seed",
          "'%s', whose data are of none".formatted(model.name()),
          "Send waves or values.");
    }
    Sampler own = b.sampler();
    Sampler sampler =
        new Sampler(
            amplitude == null ? own.amplitude() : u -> amplitude,
            modes == null ? own.maxMode() : modes,
            own.shape());
    int points = 2 * Math.max(model.card().shape().points(), 3 * LARGEST_WAVE);
    Rng stream = b.stream(Benchmark.MASTER_SEED, Benchmark.Split.TEST, seed & 0xffffffffL);
    try (Scope scope = new Scope()) {
      PairedFields grid = new PairedFields(b.dimension(), b.length(), points, Device.CPU);
      Tensor drawn = sampler.draw(PairedFields.modes(b.dimension(), points), stream);
      return grid.singleValues(grid.pair(drawn), 1, model.card().shape().points()).toFloats();
    }
  }

  /** {@code mean + sum of amplitude cos(2 pi k.x / L + phase)}, the same in every channel. */
  private float[] sum(FieldShape shape) {
    int n = shape.points();
    double[] field = new double[shape.cells()];
    Arrays.fill(field, mean == null ? 0 : mean);
    for (SolveSpec.Mode wave : waves) {
      List<Integer> k = wave.wavenumber();
      if (k == null || k.size() != shape.dimension()) {
        throw new UserError(
            shape.dimension() == 1 ? "a wavenumber k" : "a wavenumber [kx, ky]",
            String.valueOf(k),
            "Correct the wave in initial.");
      }
      double phase = wave.phase() == null ? 0 : wave.phase();
      for (int i = 0; i < field.length; i++) {
        double cycles =
            shape.dimension() == 1
                ? (double) k.get(0) * i / n
                : ((double) k.get(0) * (i / n) + (double) k.get(1) * (i % n)) / n;
        field[i] += wave.amplitude() * Math.cos(2 * Math.PI * cycles + phase);
      }
    }
    float[] all = new float[shape.channels() * field.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = (float) field[i % field.length];
    }
    return all;
  }

  private float[] resampled(FieldShape shape, Limits limits) {
    int perChannel = values.size() / shape.channels();
    int points =
        shape.dimension() == 1 ? perChannel : (int) Math.round(Math.sqrt((double) perChannel));
    int cells = shape.dimension() == 1 ? points : points * points;
    if (cells * shape.channels() != values.size() || points < 4 || points > limits.points()) {
      throw new UserError(
          "%d x %s values with N from 4 to %d"
              .formatted(shape.channels(), shape.dimension() == 1 ? "N" : "N x N", limits.points()),
          Integer.toString(values.size()),
          "Send the state row by row.");
    }
    float[] given = new float[values.size()];
    for (int i = 0; i < given.length; i++) {
      given[i] = values.get(i).floatValue();
      if (!(Math.abs(given[i]) <= 1e6f)) {
        throw new UserError(
            "values between -1e6 and 1e6", values.get(i) + " at " + i, "Clean the state.");
      }
    }
    if (points == shape.points()) {
      return given;
    }
    long[] full = shape.states(1);
    Arrays.fill(full, 2, full.length, points);
    try (Scope scope = new Scope()) {
      return Resample.to(Tensor.of(given, full), shape.points(), shape.dimension()).toFloats();
    }
  }
}
