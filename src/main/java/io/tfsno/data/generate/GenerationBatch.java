package io.tfsno.data.generate;

import io.tfsno.base.Cancellation;
import io.tfsno.data.FlatSet;
import io.tfsno.data.SnapshotWriter;
import io.tfsno.data.generate.SetRequest.SplitPlan;
import io.tfsno.data.hdf5.Hdf5Writer;
import io.tfsno.engine.Device;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Scope;
import io.tfsno.pde.Solver;
import io.tfsno.pde.catalogue.Benchmark;

/**
 * Consecutive trajectories of one split, integrated together.
 *
 * @param first index of the first one
 */
record GenerationBatch(SetRequest request, SplitPlan split, long first, int count) {

  String description() {
    return split.set().group() + ", " + split.profile().label();
  }

  /** Integrates the batch and writes its snapshots to their places in the file. */
  void integrate(Hdf5Writer writer, Device device, Cancellation cancellation) {
    Benchmark b = request.benchmark();
    FlatSet set = split.set();
    SnapshotWriter snapshots = new SnapshotWriter(writer, set);
    try (Scope scope = new Scope()) {
      Solver solver =
          new Solver(
              b.equation(),
              b.grid(split.settings().points()),
              b.interval(),
              split.settings().substeps(),
              device);
      Rng[] streams = new Rng[count];
      for (int i = 0; i < count; i++) {
        streams[i] = b.stream(request.seed(), split.split(), first + i);
      }
      solver.run(
          b.sampler().draw(solver.modes(), b.equation().channels(), streams),
          set.steps(),
          set.grid().points(),
          cancellation,
          (step, values) -> snapshots.write(first, step, values.toDoubles()));
    }
  }
}
