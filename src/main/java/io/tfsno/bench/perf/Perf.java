package io.tfsno.bench.perf;

import io.tfsno.engine.Device;
import io.tfsno.engine.DeviceMemory;
import io.tfsno.engine.GraphMemory;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Stream;
import io.tfsno.nn.Execution;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.operator.Rollout;
import io.tfsno.pde.catalogue.Benchmark;
import io.tfsno.spectral.Points;
import io.tfsno.train.StepProbe;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/** Measures the steps of one model on one device. */
public final class Perf {
  private static final int ROLLOUT_STEPS = 50;

  /** Steps of a model over which the solver is timed: what a run sets up once counts little. */
  private static final int SOLVER_STEPS = 10;

  /** Benchmarks whose solver is timed, one of a dimension. */
  private static final List<String> SOLVED = List.of("E1", "E6");

  private final OperatorSpec spec;
  private final FieldShape shape;
  private final Execution execution;
  private final Device device;

  public Perf(OperatorSpec spec, FieldShape shape, Execution execution) {
    this.spec = spec;
    this.shape = shape;
    this.execution = execution;
    this.device = execution.device();
  }

  /**
   * One measurement.
   *
   * @param what {@code train_step}, {@code predict_step}, {@code rollout_50}, {@code solver_e1} or
   *     {@code solver_e1_at_error}
   * @param peakBytes most memory held by tensors meanwhile; on the CPU what the process holds
   */
  public record Row(
      String device,
      String model,
      int dim,
      Points points,
      int batch,
      String what,
      double medianMs,
      double lowMs,
      double highMs,
      long peakBytes) {}

  /** The training step, with the loss that a plain comparison uses or with our own. */
  public void trainStep(int batch, double h1, boolean captured, Consumer<Row> sink) {
    try (Stream stream = Stream.open(device);
        StepProbe probe = new StepProbe(spec, shape, batch, h1, execution, captured)) {
      DeviceMemory.forgetPeak(device);
      Timing timing = Timing.of(device, probe::trainStep);
      sink.accept(row(batch, captured ? "train_step" : "train_step_eager", timing));
    }
  }

  /** One step without gradients, and a rollout of 50 of them. */
  public void rollout(int batch, Consumer<Row> sink) {
    try (Stream stream = Stream.open(device);
        StepProbe probe = new StepProbe(spec, shape, batch, 0, execution, false);
        Rollout rollout =
            new Rollout(
                probe.operator()::forward,
                new Rollout.Needs(shape.inputs(), false, 1),
                GraphMemory.on(device),
                device,
                shape.states(batch))) {
      DeviceMemory.forgetPeak(device);
      sink.accept(row(batch, "predict_step", Timing.of(device, rollout::step)));
      Timing fifty =
          Timing.of(
              device,
              () -> {
                for (int i = 0; i < ROLLOUT_STEPS; i++) {
                  rollout.step();
                }
              });
      sink.accept(row(batch, "rollout_50", fifty));
    }
  }

  /** The benchmark whose solver is timed in a dimension, if there is one. */
  public static Optional<Benchmark> solved(int dimension) {
    return SOLVED.stream().map(Benchmark::named).filter(b -> b.dimension() == dimension).findAny();
  }

  /**
   * A benchmark's solver over one step of a model: as many trajectories at once as the batch has.
   *
   * @param suffix of the row's name
   */
  public Row solverStep(Benchmark b, Benchmark.Settings settings, int batch, String suffix) {
    try (Scope scope = new Scope()) {
      TestSolver solver = new TestSolver(b, settings, batch, device);
      Timing timing =
          Timing.ofLongWork(
              device, () -> solver.run(SOLVER_STEPS, shape.points(), (index, values) -> {}));
      String name = "solver_" + b.id().toLowerCase(Locale.ROOT) + suffix;
      return row(batch, name, timing.per(SOLVER_STEPS));
    }
  }

  private Row row(int batch, String what, Timing t) {
    return new Row(
        device.toString(),
        spec.model(),
        shape.dimension(),
        shape.points(),
        batch,
        what,
        t.median(),
        t.low(),
        t.high(),
        DeviceMemory.report(device).peak());
  }
}
