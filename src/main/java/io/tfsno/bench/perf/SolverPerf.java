package io.tfsno.bench.perf;

import io.tfsno.base.Cancellation;
import io.tfsno.data.generate.SetGenerator;
import io.tfsno.data.generate.SetPlan;
import io.tfsno.data.generate.SetRequest;
import io.tfsno.engine.Device;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Stream;
import io.tfsno.pde.catalogue.Benchmark;
import io.tfsno.pde.catalogue.Profile;
import io.tfsno.pde.solver.Solver;
import io.tfsno.spectral.Points;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures the solver alone on a benchmark's training set: the fast profile, in batches of the size
 * that {@link SetGenerator} chooses, one batch after the other. Initial states lie on the device
 * before the clock starts, and snapshots stay there.
 */
public final class SolverPerf {
  private final Benchmark benchmark;
  private final Device device;

  public SolverPerf(Benchmark benchmark, Device device) {
    this.benchmark = benchmark;
    this.device = device;
  }

  /**
   * One measurement.
   *
   * @param batch most trajectories that were integrated together
   * @param points of the solver's grid
   * @param substeps solver steps per snapshot
   * @param snapshots of a trajectory, the initial state included
   */
  public record Row(
      String device,
      String equation,
      int trajectories,
      int batch,
      Points points,
      int substeps,
      int snapshots,
      double seconds,
      double lowSeconds,
      double highSeconds) {

    /** Milliseconds for which all trajectories together advance by one snapshot. */
    public double msPerSnapshot() {
      return seconds * 1e3 / (snapshots - 1);
    }
  }

  public Row measure(int trajectories) {
    SetPlan plan = plan(trajectories);
    int size = SetGenerator.batchSize(plan.solverGrid().points(), device);
    try (Stream stream = Stream.open(device);
        Scope scope = new Scope()) {
      List<SetPlan.Drawn> batches = new ArrayList<>();
      for (int first = 0; first < trajectories; first += size) {
        batches.add(drawn(plan, first, Math.min(size, trajectories - first)));
      }
      Timing timing =
          Timing.ofLongWork(device, () -> batches.forEach(batch -> integrate(plan, batch)));
      return new Row(
          device.toString(),
          benchmark.id(),
          trajectories,
          Math.min(size, trajectories),
          plan.solverGrid().points(),
          plan.substeps(),
          plan.set().steps(),
          timing.median() * 1e-3,
          timing.low() * 1e-3,
          timing.high() * 1e-3);
    }
  }

  private SetPlan plan(int trajectories) {
    return new SetRequest(benchmark, trajectories, 0, Benchmark.MASTER_SEED, Profile.FAST, 0)
        .sets()
        .get(0);
  }

  private SetPlan.Drawn drawn(SetPlan plan, int first, int count) {
    SetPlan.Drawn onHost = plan.source().draw(plan.solverGrid(), first, count);
    return new SetPlan.Drawn(
        onHost.laws(), onHost.initial().to(device), onHost.parameters(), onHost.phases());
  }

  private void integrate(SetPlan plan, SetPlan.Drawn batch) {
    Solver solver =
        new Solver(batch.laws(), plan.solverGrid(), plan.set().interval(), plan.substeps(), device);
    solver.run(
        batch.initial(),
        plan.set().steps(),
        plan.set().grid().points(),
        new Cancellation(),
        (step, values) -> {});
  }
}
