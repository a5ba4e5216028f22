package io.tfsno.data.generate;

import io.tfsno.base.Cancellation;
import io.tfsno.data.FlatSet;
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
    return split.set().group() + ", " + split.profile().name();
  }

  /** Integrates the batch and writes it to its place in the file. */
  void integrate(Hdf5Writer writer, Device device, Cancellation cancellation) {
    Benchmark b = request.benchmark();
    FlatSet set = split.set();
    int snapshot = set.snapshotSize();
    long perTrajectory = (long) set.steps() * snapshot;
    float[] values = new float[Math.toIntExact(count * perTrajectory)];
    try (Scope scope = new Scope()) {
      Solver solver =
          new Solver(
              b.equation(),
              b.length(),
              split.profile().points(),
              b.interval(),
              split.profile().substeps(),
              device);
      Rng[] streams = new Rng[count];
      for (int i = 0; i < count; i++) {
        streams[i] = b.stream(request.seed(), split.split(), first + i);
      }
      solver.run(
          b.sampler().draw(solver.modes(), streams),
          set.steps(),
          set.points(),
          cancellation,
          (step, field) -> {
            float[] all = field.toFloats();
            for (int i = 0; i < count; i++) {
              int target = (int) (i * perTrajectory + (long) step * snapshot);
              System.arraycopy(all, i * snapshot, values, target, snapshot);
            }
          });
    }
    writer.write(set.path("tensor"), first * perTrajectory, values);
  }
}
