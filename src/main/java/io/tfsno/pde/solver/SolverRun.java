package io.tfsno.pde.solver;

import io.tfsno.base.Cancellation;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.GraphMemory;
import io.tfsno.engine.Scope;
import io.tfsno.engine.StepGraph;
import io.tfsno.engine.Tensor;
import io.tfsno.pde.Laws;
import io.tfsno.pde.Nonlinearity;
import io.tfsno.spectral.PackedGrid;
import io.tfsno.spectral.Points;

/**
 * A batch of states on its way through time. On a GPU everything from one snapshot to the next, the
 * values that are handed out included, is captured once and replayed; laws that change with time
 * are evaluated step by step.
 */
final class SolverRun implements AutoCloseable {
  private final PackedGrid fields;
  private final Tensor state;
  private final Interval interval;
  private final StepGraph graph;
  private final Output output;
  private final Tensor values;
  private final Tensor finite;
  private double time;

  /** How many single fields are handed out, and on how many points. */
  record Output(int trajectories, Points points) {}

  /**
   * @param state packed and contiguous, owned by a scope that outlives this run, as all tensors
   *     made here are; advanced in place
   */
  SolverRun(
      Laws laws,
      PackedGrid fields,
      Tensor state,
      Output output,
      double dt,
      int substeps,
      Cancellation cancellation) {
    this.fields = fields;
    this.state = state;
    this.output = output;
    Device device = fields.device();
    StepTables tables = StepTables.of(laws, fields, dt);
    interval =
        device.cuda() && hasKernels(tables.nonlinearity(), laws, fields)
            ? kernels(new FormKernels(tables, laws.first().channels(), fields), substeps)
            : new EtdInterval(tables, state, dt, substeps, cancellation);
    values = present().contiguous();
    finite = Tensor.zeros(DType.FLOAT64, device, 1);
    graph = StepGraph.of(laws.autonomous() ? GraphMemory.on(device) : null, this::interval);
    interval.begin();
  }

  /** Whether a GPU has kernels for these products on this grid: lines and planes of most sizes. */
  static boolean hasKernels(Nonlinearity nonlinearity, Laws laws, PackedGrid fields) {
    if (nonlinearity == null || nonlinearity.form() == null || !laws.autonomous()) {
      return false;
    }
    int channels = laws.first().channels();
    Points points = fields.wavenumbers().grid().points();
    return switch (points.dimension()) {
      case 1 -> LineInterval.fits(nonlinearity.form(), channels, points.last());
      case 2 -> PlaneInterval.fits(nonlinearity.form(), channels, points);
      default -> false;
    };
  }

  private Interval kernels(FormKernels form, int substeps) {
    Points points = fields.wavenumbers().grid().points();
    return points.dimension() == 1
        ? new LineInterval(form, state, points.last(), substeps)
        : new PlaneInterval(form, state, fields, substeps);
  }

  private Tensor present() {
    return fields.singleValues(state, output.trajectories(), output.points());
  }

  /** Values of the single fields at the present time, overwritten by the next interval. */
  Tensor values() {
    return values;
  }

  /** One snapshot interval further. */
  void advance(double from) {
    time = from;
    graph.run();
  }

  private void interval() {
    interval.advance(time);
    values.copyInPlace(present());
    finite.copyInPlace(state.asReal().finite());
  }

  /** Whether the last interval ended in numbers. Waits for the device. */
  boolean isFinite() {
    try (Scope scope = new Scope()) {
      return finite.toDoubles()[0] != 0;
    }
  }

  @Override
  public void close() {
    graph.close();
  }
}
