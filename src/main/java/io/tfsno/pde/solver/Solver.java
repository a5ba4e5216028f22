package io.tfsno.pde.solver;

import io.tfsno.base.Cancellation;
import io.tfsno.engine.Device;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Stream;
import io.tfsno.engine.Tensor;
import io.tfsno.pde.Equation;
import io.tfsno.pde.Laws;
import io.tfsno.spectral.Dealiasing;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.LoneFields;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.PackedGrid;
import io.tfsno.spectral.Points;

/**
 * Integrates a batch of trajectories in float64 and hands out snapshots at a fixed interval. Solver
 * grid and kept modes follow the 2/3 rule.
 */
public final class Solver {
  private final Laws laws;
  private final Grid grid;
  private final double interval;
  private final int substeps;
  private final Device device;

  /**
   * @param grid on which products are formed
   * @param interval time between snapshots
   * @param substeps solver steps per snapshot
   */
  public Solver(Equation equation, Grid grid, double interval, int substeps, Device device) {
    this(Laws.common(equation), grid, interval, substeps, device);
  }

  /** The same for a batch in which each trajectory may have an equation of its own. */
  public Solver(Laws laws, Grid grid, double interval, int substeps, Device device) {
    this.laws = laws;
    this.grid = grid;
    this.interval = interval;
    this.substeps = substeps;
    this.device = device;
  }

  /** Receives the field values {@code [trajectory, channel, x(, y, z)]} of one snapshot. */
  public interface Snapshots {
    /** The tensor holds these values until the call returns. */
    void accept(int index, Tensor values);
  }

  /** The modes that states are given in. */
  public Modes modes() {
    return laws.modes(grid.points());
  }

  /**
   * Coefficients of states given by their values {@code [trajectory, channel, x(, y, z)]} on the
   * solver's grid, restricted to the modes that the solver keeps.
   */
  public Tensor coefficients(Tensor values) {
    try (PackedGrid fields = laws.on(grid, values.device())) {
      return fields.singleCoefficients(values);
    }
  }

  /** The largest wave number along each axis that the solver keeps. */
  public Points largestWave() {
    return Dealiasing.largestWaves(grid.points());
  }

  public double dt() {
    return interval / substeps;
  }

  /**
   * Integrates from the given states and hands out {@code count} snapshots, the initial state
   * first.
   *
   * @param initial coefficients {@code [trajectory, channel, modes...]}, complex128, any device
   * @param storedPoints of the snapshots
   * @throws BlowUp when a state stops being finite
   */
  public void run(
      Tensor initial, int count, Points storedPoints, Cancellation cancellation, Snapshots sink) {
    run(initial, 0, count, storedPoints, cancellation, sink);
  }

  /** The same, but the first {@code skip} snapshots are not handed out, nor counted. */
  public void run(
      Tensor initial,
      int skip,
      int count,
      Points storedPoints,
      Cancellation cancellation,
      Snapshots sink) {
    try (Stream stream = Stream.open(device);
        Scope whole = new Scope();
        PackedGrid fields = fields();
        SolverRun run = run(fields, initial, storedPoints, cancellation)) {
      for (int index = 0; index < skip + count; index++) {
        cancellation.check();
        if (index > 0) {
          run.advance((index - 1) * interval);
          requireFinite(run, index);
        }
        if (index >= skip) {
          try (Scope snapshot = new Scope()) {
            sink.accept(index - skip, run.values());
          }
        }
      }
    }
  }

  /** Laws of their own need fields of their own; kernels have those in arrays of another kind. */
  private PackedGrid fields() {
    if (laws.common() || !device.cuda()) {
      return laws.on(grid, device);
    }
    LoneFields lone = new LoneFields(grid, device);
    return SolverRun.hasKernels(laws.nonlinear(lone), laws, lone) ? lone : laws.on(grid, device);
  }

  /** From the part of the given states that the equation allows. */
  private SolverRun run(
      PackedGrid fields, Tensor initial, Points storedPoints, Cancellation cancellation) {
    Tensor start = laws.first().allowed(fields.pack(initial.to(device)), fields).contiguous();
    SolverRun.Output output = new SolverRun.Output(Math.toIntExact(initial.size(0)), storedPoints);
    return new SolverRun(laws, fields, start, output, dt(), substeps, cancellation);
  }

  private void requireFinite(SolverRun run, int index) {
    if (!run.isFinite()) {
      throw new BlowUp(laws.first(), dt(), (index - 1) * interval, index * interval);
    }
  }
}
