package io.tfsno.pde;

import io.tfsno.base.Cancellation;
import io.tfsno.engine.Device;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Dealiasing;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.PairedFields;
import io.tfsno.spectral.Points;

/**
 * Integrates a batch of trajectories of one equation in float64 and hands out snapshots at a fixed
 * interval. Solver grid and kept modes follow the 2/3 rule.
 */
public final class Solver {
  private final Equation equation;
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
    this.equation = equation;
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
    return PairedFields.modes(grid.points());
  }

  /**
   * Coefficients of states given by their values {@code [trajectory, channel, x(, y, z)]} on the
   * solver's grid, restricted to the modes that the solver keeps.
   */
  public Tensor coefficients(Tensor values) {
    return new PairedFields(grid, values.device()).singleCoefficients(values);
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
    try (Scope whole = new Scope()) {
      PairedFields fields = new PairedFields(grid, device);
      int trajectories = Math.toIntExact(initial.size(0));
      Etdrk4 scheme = new Etdrk4(equation, fields, dt());
      Tensor state = start(fields, initial);
      try {
        for (int index = 0; index < count; index++) {
          if (index > 0) {
            state = advance(scheme, state, cancellation);
            requireFinite(state, index);
          }
          try (Scope snapshot = new Scope()) {
            sink.accept(index, fields.singleValues(state, trajectories, storedPoints));
          }
        }
      } finally {
        state.close();
      }
    }
  }

  /** The allowed part of the given states in pairs, an unowned tensor. */
  private Tensor start(PairedFields fields, Tensor initial) {
    return Scope.unowned(() -> equation.allowed(fields.pair(initial.to(device)), fields));
  }

  /**
   * One snapshot interval further; frees {@code state}, also when stopped on the way, and returns
   * an unowned tensor.
   */
  private Tensor advance(Etdrk4 scheme, Tensor state, Cancellation cancellation) {
    Tensor v = state;
    try {
      for (int i = 0; i < substeps; i++) {
        Tensor before = v;
        v = Scope.unowned(() -> scheme.step(before));
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
        throw new BlowUp(equation, dt(), (index - 1) * interval, index * interval);
      }
    }
  }
}
