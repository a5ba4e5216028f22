package io.tfsno.pde;

import io.tfsno.base.Cancellation;
import io.tfsno.engine.Device;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Dealiasing;
import io.tfsno.spectral.Grid;
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
    /** The tensor is freed after the call. */
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
    try (Scope whole = new Scope();
        PackedGrid fields = laws.on(grid, device)) {
      int trajectories = Math.toIntExact(initial.size(0));
      Etdrk4 scheme = new Etdrk4(laws, fields, dt());
      Tensor state = start(fields, initial);
      try {
        for (int index = 0; index < skip + count; index++) {
          if (index > 0) {
            state = advance(scheme, state, (index - 1) * interval, cancellation);
            requireFinite(state, index);
          }
          if (index >= skip) {
            try (Scope snapshot = new Scope()) {
              sink.accept(index - skip, fields.singleValues(state, trajectories, storedPoints));
            }
          }
        }
      } finally {
        state.close();
      }
    }
  }

  /** The allowed part of the given states as the grid packs them, an unowned tensor. */
  private Tensor start(PackedGrid fields, Tensor initial) {
    return Scope.unowned(() -> laws.first().allowed(fields.pack(initial.to(device)), fields));
  }

  /**
   * One snapshot interval further; frees {@code state}, also when stopped on the way, and returns
   * an unowned tensor.
   */
  private Tensor advance(Etdrk4 scheme, Tensor state, double time, Cancellation cancellation) {
    Tensor v = state;
    try {
      for (int i = 0; i < substeps; i++) {
        Tensor before = v;
        double now = time + i * dt();
        v = Scope.unowned(() -> scheme.step(before, now));
        before.close();
        cancellation.check();
      }
      return v;
    } catch (RuntimeException e) {
      v.close();
      throw e;
    }
  }

  private void requireFinite(Tensor state, int index) {
    try (Scope scope = new Scope()) {
      if (!state.asReal().allFinite()) {
        throw new BlowUp(laws.first(), dt(), (index - 1) * interval, index * interval);
      }
    }
  }
}
