package io.tfsno.data.generate;

import io.tfsno.base.UserError;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.util.Collections;
import java.util.List;

/** Reads a box and its points as a specification states them: one number, or one for each axis. */
final class BoxSpec {
  static final int MOST_POINTS = 16384;
  private static final int MOST_CELLS = MOST_POINTS * MOST_POINTS;
  private static final String TRY = "Try 256 in 1D, 64 in 2D, 32 in 3D.";

  private BoxSpec() {}

  static void requireResolution(List<Integer> resolution) {
    for (int n : resolution) {
      if (n < 4 || n % 2 != 0 || n > MOST_POINTS) {
        throw new UserError(
            "an even resolution from 4 to %d (the solver grid is 3/2 of it)".formatted(MOST_POINTS),
            Integer.toString(n),
            TRY);
      }
    }
  }

  /** The periodic box with points for what is stored or solved. */
  static Grid grid(EquationChoice equation, List<Double> length, List<Integer> resolution) {
    Points points = new Points(perAxis("resolution", equation, resolution));
    double cells = points.perAxis().stream().mapToDouble(n -> n).reduce(1, (a, b) -> a * b);
    if (cells > MOST_CELLS) {
      throw new UserError(
          "at most %d grid points in all".formatted(MOST_CELLS), points.text(), TRY);
    }
    List<Double> lengths = length == null ? List.of(equation.length()) : length;
    for (double l : lengths) {
      if (!(l > 0) || Double.isInfinite(l)) {
        throw new UserError("domain.length > 0", Double.toString(l), "Correct it.");
      }
    }
    return Grid.periodic(
        points, perAxis("domain.length", equation, lengths).stream().mapToDouble(l -> l).toArray());
  }

  /** One value for each axis: those given, or the only one for all. */
  private static <T> List<T> perAxis(String key, EquationChoice equation, List<T> given) {
    int dimension = equation.dimension();
    if (given.size() == 1) {
      return Collections.nCopies(dimension, given.get(0));
    }
    if (given.size() != dimension) {
      throw new UserError(
          "%s with one number, or %d for the axes of %s".formatted(key, dimension, equation.name()),
          "%d numbers, %s".formatted(given.size(), given),
          "Correct it.");
    }
    return given;
  }

  /** Solver steps per snapshot: the fewest whose step is not above the one asked for. */
  static int substeps(double interval, double dt) {
    if (!(dt > 0) || Double.isInfinite(dt)) {
      throw new UserError("solver.dt > 0", Double.toString(dt), "Correct it.");
    }
    double steps = Math.ceil(interval / dt - 1e-9);
    if (steps > 1e9) {
      throw new UserError(
          "at most 1e9 solver steps per snapshot", "%.3g".formatted(steps), "Raise solver.dt.");
    }
    return Math.max(1, (int) steps);
  }
}
