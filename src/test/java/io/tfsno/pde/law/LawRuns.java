package io.tfsno.pde.law;

import io.tfsno.base.Cancellation;
import io.tfsno.base.ConfigReader;
import io.tfsno.engine.Device;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.Threads;
import io.tfsno.pde.CosineSeries;
import io.tfsno.pde.Equation;
import io.tfsno.pde.Laws;
import io.tfsno.pde.solver.Solver;
import io.tfsno.spectral.Grid;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes laws from text and runs them, for tests. */
final class LawRuns {
  private LawRuns() {}

  static LawForm form(String yaml) {
    return LawForm.parse("law.yaml", ConfigReader.tree("law.yaml", yaml));
  }

  static Law law(String yaml, Map<String, Double> coefficients) {
    Map<String, TimeFunction> values = new LinkedHashMap<>();
    coefficients.forEach((name, value) -> values.put(name, TimeFunction.constant(value)));
    return form(yaml).with(values, 0);
  }

  /** The last of {@code snapshots}, values {@code [trajectory, channel, x]}. */
  static double[] run(
      Laws laws,
      Grid grid,
      double interval,
      int substeps,
      int snapshots,
      List<CosineSeries> channels,
      int trajectories) {
    Threads.perOperation(1);
    double[][] last = new double[1][];
    try (Scope scope = new Scope()) {
      Solver solver = new Solver(laws, grid, interval, substeps, Device.CPU);
      Tensor one = CosineSeries.coefficients(channels, solver.modes(), solver.largestWave());
      Tensor[] all = new Tensor[trajectories];
      Arrays.fill(all, one);
      solver.run(
          Tensor.cat(0, all),
          snapshots,
          grid.points(),
          new Cancellation(),
          (index, values) -> last[0] = values.toDoubles());
    }
    return last[0];
  }

  static double[] run(
      Equation equation,
      Grid grid,
      double interval,
      int substeps,
      int snapshots,
      CosineSeries... start) {
    return run(Laws.common(equation), grid, interval, substeps, snapshots, List.of(start), 1);
  }

  static CosineSeries wave(double mean, double amplitude, Integer... k) {
    return new CosineSeries(mean, List.of(new CosineSeries.Wave(amplitude, List.of(k), 0.3)));
  }
}
