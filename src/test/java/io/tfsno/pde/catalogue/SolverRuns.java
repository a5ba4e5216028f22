package io.tfsno.pde.catalogue;

import io.tfsno.base.Cancellation;
import io.tfsno.engine.Device;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.Threads;
import io.tfsno.pde.CosineSeries;
import io.tfsno.pde.Equation;
import io.tfsno.pde.Solver;
import io.tfsno.spectral.PairedFields;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;

/** Runs the solver for tests and returns plain arrays. */
public final class SolverRuns {
  private SolverRuns() {}

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
    // The arrays are small: a second thread per operation costs more than it brings.
    Threads.perOperation(1);
    double[][] result = new double[snapshots][];
    try (Scope scope = new Scope()) {
      Solver solver = new Solver(equation, length, solverPoints, interval, substeps, Device.CPU);
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
      int n = solver.modes().columns().count();
      double[] pairs = new double[2 * n];
      for (int i = 0; i < n; i++) {
        pairs[2 * i] = u0.applyAsDouble(i * length / n);
      }
      return new PairedFields(1, length, n, Device.CPU).coefficients(Tensor.of(pairs, 1, 1, n, 2));
    };
  }

  /** The state u0(x, y) in the plane, taken from its values on the solver's own grid. */
  static Function<Solver, Tensor> plane(double length, DoubleBinaryOperator u0) {
    return solver -> {
      int n = solver.modes().rows().count();
      double[] pairs = new double[2 * n * n];
      for (int i = 0; i < n * n; i++) {
        pairs[2 * i] = u0.applyAsDouble((i / n) * length / n, (i % n) * length / n);
      }
      return new PairedFields(2, length, n, Device.CPU)
          .coefficients(Tensor.of(pairs, 1, 1, n, n, 2));
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
  public static double[] onPlane(int points, double length, DoubleBinaryOperator u) {
    double[] values = new double[points * points];
    for (int i = 0; i < values.length; i++) {
      values[i] = u.applyAsDouble((i / points) * length / points, (i % points) * length / points);
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
