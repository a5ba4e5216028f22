package io.tfsno.pde.catalogue;

import io.tfsno.base.Cancellation;
import io.tfsno.engine.Device;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.Threads;
import io.tfsno.pde.CosineSeries;
import io.tfsno.pde.Equation;
import io.tfsno.pde.solver.Solver;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.PairedFields;
import io.tfsno.spectral.Points;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;

/** Runs the solver for tests and returns plain arrays. */
public final class SolverRuns {
  private SolverRuns() {}

  /** A field given by a formula. */
  public interface PlaneFunction {
    double at(double x, double y);
  }

  /** A field of any dimension given by a formula. */
  interface Formula {
    double at(double... x);
  }

  /** Values of a function at the points of a grid, the last axis fastest. */
  static double[] on(Grid grid, Formula u) {
    int[][] at = grid.points().indices();
    double[] values = new double[grid.cells()];
    double[] x = new double[grid.dimension()];
    for (int cell = 0; cell < values.length; cell++) {
      for (int axis = 0; axis < x.length; axis++) {
        x[axis] = at[axis][cell] * grid.axis(axis).spacing();
      }
      values[cell] = u.at(x);
    }
    return values;
  }

  /** A state of one or more channels, taken from its values on a grid of the solver's size. */
  static Function<Solver, Tensor> state(Grid grid, Formula... channels) {
    return solver -> {
      Tensor[] values = new Tensor[channels.length];
      for (int c = 0; c < channels.length; c++) {
        values[c] = Tensor.of(on(grid, channels[c]), grid.points().shape());
      }
      return solver.coefficients(
          Tensor.stack(0, values).view(grid.points().shape(1, channels.length)));
    };
  }

  /**
   * Snapshots {@code [index][values]}, the values in the order {@code [trajectory, channel, x]}.
   */
  static double[][] run(
      Equation equation,
      double length,
      int solverPoints,
      double interval,
      int substeps,
      int snapshots,
      int storedPoints,
      Function<Solver, Tensor> initial) {
    int dimension = equation.dimension();
    Grid grid = Grid.periodic(Points.cube(dimension, solverPoints), length);
    Points stored = Points.cube(dimension, storedPoints);
    return run(equation, grid, interval, substeps, snapshots, stored, initial);
  }

  /** The same on any box. */
  static double[][] run(
      Equation equation,
      Grid grid,
      double interval,
      int substeps,
      int snapshots,
      Points storedPoints,
      Function<Solver, Tensor> initial) {
    // The arrays are small: a second thread per operation costs more than it brings.
    Threads.perOperation(1);
    double[][] result = new double[snapshots][];
    try (Scope scope = new Scope()) {
      Solver solver = new Solver(equation, grid, interval, substeps, Device.CPU);
      solver.run(
          initial.apply(solver),
          snapshots,
          storedPoints,
          new Cancellation(),
          (index, values) -> result[index] = values.toDoubles());
    }
    return result;
  }

  static Function<Solver, Tensor> series(CosineSeries... channels) {
    return solver ->
        CosineSeries.coefficients(List.of(channels), solver.modes(), solver.largestWave());
  }

  /** The state u0(x) on a line, taken from its values on the solver's own grid. */
  static Function<Solver, Tensor> line(double length, DoubleUnaryOperator u0) {
    return solver -> {
      int n = solver.modes().last().count();
      double[] pairs = new double[2 * n];
      for (int i = 0; i < n; i++) {
        pairs[2 * i] = u0.applyAsDouble(i * length / n);
      }
      Grid grid = Grid.periodic(Points.of(n), length);
      return new PairedFields(grid, Device.CPU).coefficients(Tensor.of(pairs, 1, 1, n, 2));
    };
  }

  /** The state u0(x, y) in the plane, taken from its values on the solver's own grid. */
  static Function<Solver, Tensor> plane(double length, PlaneFunction u0) {
    return solver -> {
      int n = solver.modes().axis(0).count();
      double[] pairs = new double[2 * n * n];
      for (int i = 0; i < n * n; i++) {
        pairs[2 * i] = u0.at((i / n) * length / n, (i % n) * length / n);
      }
      Grid grid = Grid.periodic(Points.of(n, n), length);
      return new PairedFields(grid, Device.CPU).coefficients(Tensor.of(pairs, 1, 1, n, n, 2));
    };
  }

  /** Values of a function at the points of a stored grid. */
  public static double[] onLine(int points, double length, DoubleUnaryOperator u) {
    double[] values = new double[points];
    for (int i = 0; i < points; i++) {
      values[i] = u.applyAsDouble(i * length / points);
    }
    return values;
  }

  /** Values of a function at the points of a stored grid, x first. */
  public static double[] onPlane(int points, double length, PlaneFunction u) {
    double[] values = new double[points * points];
    for (int i = 0; i < values.length; i++) {
      values[i] = u.at((i / points) * length / points, (i % points) * length / points);
    }
    return values;
  }

  static double rms(double[] values) {
    double sum = 0;
    for (double v : values) {
      sum += v * v;
    }
    return Math.sqrt(sum / values.length);
  }

  /** {@code |a - b| / |b|} in the root mean square. */
  static double relativeError(double[] a, double[] b) {
    double[] difference = new double[a.length];
    for (int i = 0; i < a.length; i++) {
      difference[i] = a[i] - b[i];
    }
    return rms(difference) / rms(b);
  }

  static double maxDifference(double[] a, double[] b) {
    double max = 0;
    for (int i = 0; i < a.length; i++) {
      max = Math.max(max, Math.abs(a[i] - b[i]));
    }
    return max;
  }
}
