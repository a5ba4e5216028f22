package io.tfsno.bench.perf;

import io.tfsno.base.Cancellation;
import io.tfsno.engine.Device;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.pde.catalogue.Benchmark;
import io.tfsno.pde.solver.Solver;
import io.tfsno.spectral.PairedFields;
import io.tfsno.spectral.Points;
import io.tfsno.spectral.Resample;
import java.util.stream.IntStream;

/**
 * A benchmark's solver at one of its settings, from the states with which the first test
 * trajectories begin, as models see them: on the grid that models train on. A coarser solver loses
 * the modes that it cannot hold.
 */
public final class TestSolver {
  private final Benchmark benchmark;
  private final Solver solver;
  private final Tensor start;

  /** Tensors are owned by the enclosing scope. */
  public TestSolver(
      Benchmark benchmark, Benchmark.Settings settings, int trajectories, Device device) {
    this.benchmark = benchmark;
    this.solver =
        new Solver(
            benchmark.equation(),
            benchmark.grid(settings.points()),
            benchmark.interval(),
            settings.substeps(),
            device);
    Tensor seen = states(trajectories);
    Points own = benchmark.grid(settings.points()).points();
    this.start = solver.coefficients(Resample.to(seen, own)).to(device);
  }

  /** The grid that models train on. */
  public Points modelPoints() {
    return benchmark.grid(benchmark.trainingPoints()).points();
  }

  private Tensor states(int trajectories) {
    Rng[] streams =
        IntStream.range(0, trajectories)
            .mapToObj(i -> benchmark.stream(Benchmark.MASTER_SEED, Benchmark.Split.TEST, i))
            .toArray(Rng[]::new);
    PairedFields fields =
        new PairedFields(benchmark.grid(benchmark.reference().points()), Device.CPU);
    Tensor drawn = benchmark.sampler().draw(fields.modes(), streams);
    return fields.singleValues(fields.pair(drawn), trajectories, modelPoints());
  }

  /** Hands out the first states and those after each of {@code steps} steps of a model. */
  public void run(int steps, Points points, Solver.Snapshots sink) {
    solver.run(start, steps + 1, points, new Cancellation(), sink);
  }
}
