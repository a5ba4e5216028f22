package io.tfsno.serve;

import io.tfsno.base.UserError;
import io.tfsno.engine.Device;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.FieldShape;
import io.tfsno.pde.Sampler;
import io.tfsno.pde.catalogue.Benchmark;
import io.tfsno.spectral.PairedFields;
import java.util.Collections;

/**
 * A random state of a model's benchmark.
 *
 * @param modes its largest wave number; null for the benchmark's own
 * @param amplitude its root mean square; null for the benchmark's own
 */
record RandomStart(long seed, Integer modes, Double amplitude) {
  static final int LARGEST_WAVE = 32;

  /** Numbers of states have 32 bits in the benchmark's streams. */
  static final long LARGEST_SEED = 0xffffffffL;

  float[] on(ModelEntry model) {
    Benchmark b = model.benchmark();
    if (b == null) {
      throw new UserError(
          "a model of a benchmark for a random state by seed",
          "'%s', whose data belong to none".formatted(model.name()),
          "Send waves or values.");
    }
    FieldShape shape = model.card().shape();
    Sampler own = b.sampler();
    Sampler sampler =
        new Sampler(
            amplitude == null ? own.amplitude() : u -> amplitude,
            modes == null ? own.maxMode() : modes,
            own.shape());
    int finest = Collections.max(shape.points().perAxis());
    int points = 2 * Math.max(finest, 3 * LARGEST_WAVE);
    Rng stream = b.stream(Benchmark.MASTER_SEED, Benchmark.Split.TEST, seed);
    try (Scope scope = new Scope()) {
      PairedFields grid = new PairedFields(b.grid(points), Device.CPU);
      Tensor drawn = sampler.draw(grid.modes(), stream);
      return grid.singleValues(grid.pair(drawn), 1, shape.points()).toFloats();
    }
  }
}
