package io.tfsno.pde;

import io.tfsno.base.Cancellation;
import io.tfsno.engine.Device;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.PairedFields;

/**
 * Integrates a batch of trajectories of one equation in float64 and hands out snapshots at a fixed
 * interval. Solver grid and kept modes follow the 2/3 rule.
 */
public final class Solver {
  private final Equation equation;
  private final double length;
  private final int solverPoints;
  private final double interval;
  private final int substeps;
  private final Device device;

  /**
   * @param solverPoints grid points per axis on which products are formed
   * @param interval time between snapshots
   * @param substeps solver steps per snapshot
   */
  public Solver(
      Equation equation,
      double length,
      int solverPoints,
      double interval,
      int substeps,
      Device device) {
    this.equation = equation;
    this.length = length;
    this.solverPoints = solverPoints;
    this.interval = interval;
    this.substeps = substeps;
    this.device = device;
  }

  /** Receives the field values {@code [trajectory, channel, x(, y)]} of one snapshot. */
  public interface Snapshots {
    /** The tensor is freed after the call. */
    void accept(int index, Tensor values);
  }

  /** The modes that states are given in. */
  public Modes modes() {
    return PairedFields.modes(equation.dimension(), solverPoints);
  }

  /**
   * Coefficients of states given by their values {@code [trajectory, channel, x(, y)]} on the
   * solver's grid, restricted to the modes that the solver keeps.
   */
  public Tensor coefficients(Tensor values) {
    PairedFields grid =
        new PairedFields(equation.dimension(), length, solverPoints, values.device());
    return grid.singleCoefficients(values);
  }

  /** The largest wave number that the solver keeps. */
  public int largestWave() {
    return PairedFields.largestKeptWave(solverPoints);
  }

  public double dt() {
    return interval / substeps;
  }

  /**
   * Integrates from the given states and hands out {@code count} snapshots, the initial state
   * first.
   *
   * @param initial coefficients {@code [trajectory, channel, modes...]}, complex128, any device
   * @param storedPoints grid points per axis of the snapshots
   * @throws BlowUp when a state stops being finite
   */
  public void run(
      Tensor initial, int count, int storedPoints, Cancellation cancellation, Snapshots sink) {
    try (Scope whole = new Scope()) {
      PairedFields grid = new PairedFields(equation.dimension(), length, solverPoints, device);
      int trajectories = Math.toIntExact(initial.size(0));
      Etdrk4 scheme = new Etdrk4(equation, grid, dt());
      Tensor state = Scope.unowned(() -> grid.pair(initial.to(device)));
      try {
        for (int index = 0; index < count; index++) {
          if (index > 0) {
            state = advance(scheme, state, cancellation);
            requireFinite(state, index);
          }
          try (Scope snapshot = new Scope()) {
            sink.accept(index, grid.singleValues(state, trajectories, storedPoints));
          }
        }
      } finally {
        state.close();
      }
    }
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
