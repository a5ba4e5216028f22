package io.tfsno.eval;

import io.tfsno.base.Cancellation;
import io.tfsno.data.FlatSet;
import io.tfsno.data.SetFile;
import io.tfsno.data.file.FloatType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.pde.catalogue.Catalogue;
import io.tfsno.pde.solver.Solver;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A small set of Burgers trajectories on which every model should learn something in a few hundred
 * updates: nu = 0.01/pi, L = 1, 256 points, 26 snapshots 0.02 apart, from four waves of amplitude
 * 1/k and random phase, scaled to a deviation of 0.5.
 */
final class ToyBurgers {
  private static final int POINTS = 256;
  private static final int SOLVER_POINTS = 512;
  private static final int SNAPSHOTS = 26;
  private static final double DT = 0.02;
  private static final double NU = 0.01 / Math.PI;

  private ToyBurgers() {}

  static Path write(Path file, int trajectories, long seed) {
    FlatSet set =
        new FlatSet(
            "",
            FloatType.FLOAT32,
            trajectories,
            SNAPSHOTS,
            List.of("u"),
            Grid.periodic(Points.of(POINTS), 1),
            DT,
            Map.of("equation", "burgers1d", "nu", NU));
    Solver solver =
        new Solver(
            Catalogue.named("burgers1d").create(Map.of("nu", NU)),
            Grid.periodic(Points.of(SOLVER_POINTS), 1),
            DT,
            10,
            Device.CPU);
    try (Scope scope = new Scope();
        SetFile out = SetFile.create(file, set)) {
      Tensor values = Tensor.of(initial(trajectories, seed), trajectories, 1, SOLVER_POINTS);
      solver.run(
          solver.coefficients(values),
          SNAPSHOTS,
          Points.of(POINTS),
          new Cancellation(),
          (index, snapshot) -> out.write(index, snapshot.toDoubles()));
      out.complete();
    }
    return file;
  }

  private static double[] initial(int trajectories, long seed) {
    double[] values = new double[trajectories * SOLVER_POINTS];
    for (int b = 0; b < trajectories; b++) {
      Rng rng = Rng.stream(seed, b);
      double square = 0;
      for (int k = 1; k <= 4; k++) {
        double amplitude = rng.normalPair()[0] / k;
        double phase = 2 * Math.PI * rng.uniform();
        square += amplitude * amplitude / 2;
        for (int i = 0; i < SOLVER_POINTS; i++) {
          double x = (double) i / SOLVER_POINTS;
          values[b * SOLVER_POINTS + i] += amplitude * Math.cos(2 * Math.PI * k * x + phase);
        }
      }
      for (int i = 0; i < SOLVER_POINTS; i++) {
        values[b * SOLVER_POINTS + i] *= 0.5 / Math.sqrt(square);
      }
    }
    return values;
  }
}
