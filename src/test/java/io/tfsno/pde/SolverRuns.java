package io.tfsno.pde;

import io.tfsno.base.Cancellation;
import io.tfsno.engine.Device;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import java.util.List;
import java.util.function.Function;

/** Runs the solver for tests and returns plain arrays. */
final class SolverRuns {
  private SolverRuns() {}

  /** Snapshots {@code [index][values]} of the first trajectory and channel order of the tensor. */
  static double[][] run(
      Equation equation,
      double length,
      int solverPoints,
      double interval,
      int substeps,
      int snapshots,
      int storedPoints,
      Function<Solver, Tensor> initial) {
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

  static double rms(double[] values) {
    double sum = 0;
    for (double v : values) {
      sum += v * v;
    }
    return Math.sqrt(sum / values.length);
  }

  static double maxDifference(double[] a, double[] b) {
    double max = 0;
    for (int i = 0; i < a.length; i++) {
      max = Math.max(max, Math.abs(a[i] - b[i]));
    }
    return max;
  }
}
