package io.tfsno.data.generate;

import io.tfsno.base.UserError;
import io.tfsno.pde.CosineSeries;
import io.tfsno.pde.Equation;
import io.tfsno.pde.EquationType;
import io.tfsno.pde.catalogue.Catalogue;
import io.tfsno.spectral.Dealiasing;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * One trajectory to integrate, as a user states it in YAML.
 *
 * @param resolution grid points of what is stored, one number or one per axis; the solver uses 3/2
 *     of it
 * @param solver may be absent: the equation's own good step is used then
 * @param snapshots the initial state counts as the first
 */
public record SolveSpec(
    String equation,
    Map<String, Double> parameters,
    Domain domain,
    List<Integer> resolution,
    SolverSettings solver,
    Snapshots snapshots,
    Initial initial) {
  private static final int MOST_POINTS = 16384;
  private static final int MOST_CELLS = MOST_POINTS * MOST_POINTS;
  private static final String TRY = "Try 256 in 1D, 64 in 2D, 32 in 3D.";

  /** The periodic box; its length, one or one per axis, may be absent for the equation's own. */
  public record Domain(List<Double> length) {}

  /** The largest step that may be taken; it is shortened to divide the snapshot interval. */
  public record SolverSettings(Double dt) {}

  public record Snapshots(double interval, int count) {
    public Snapshots {
      if (!(interval > 0) || Double.isInfinite(interval)) {
        throw new UserError(
            "snapshots.interval > 0", Double.toString(interval), "Give the time between two.");
      }
      if (count < 2) {
        throw new UserError(
            "snapshots.count >= 2, the initial state included",
            Integer.toString(count),
            "Raise it.");
      }
    }
  }

  /** Either a formula (mean, modes), or one formula per channel, or a file. */
  public record Initial(Double mean, List<Mode> modes, List<Channel> channels, String file) {}

  public record Channel(Double mean, List<Mode> modes) {
    CosineSeries series(int dimension) {
      List<CosineSeries.Wave> waves = new ArrayList<>();
      for (Mode m : modes == null ? List.<Mode>of() : modes) {
        waves.add(m.wave(dimension));
      }
      return new CosineSeries(mean == null ? 0 : mean, waves);
    }
  }

  /** {@code amplitude cos(2 pi k.x / L + phase)}. */
  public record Mode(double amplitude, List<Integer> wavenumber, Double phase) {
    CosineSeries.Wave wave(int dimension) {
      if (wavenumber == null || wavenumber.size() != dimension) {
        throw new UserError(
            "a wavenumber " + List.of("k", "[kx, ky]", "[kx, ky, kz]").get(dimension - 1),
            String.valueOf(wavenumber),
            "Correct the mode in initial.");
      }
      return new CosineSeries.Wave(amplitude, wavenumber, phase == null ? 0 : phase);
    }
  }

  public SolveSpec {
    require(equation, "equation", "for example 'equation: burgers1d'");
    require(snapshots, "snapshots", "for example 'snapshots: {interval: 0.01, count: 101}'");
    require(initial, "initial", "for example 'initial: {modes: [{amplitude: 1, wavenumber: 1}]}'");
    require(resolution, "resolution", "for example 'resolution: 64' or 'resolution: [64, 96]'");
    for (int n : resolution) {
      if (n < 4 || n % 2 != 0 || n > MOST_POINTS) {
        throw new UserError(
            "an even resolution from 4 to %d (the solver grid is 3/2 of it)".formatted(MOST_POINTS),
            Integer.toString(n),
            TRY);
      }
    }
  }

  private static void require(Object value, String key, String example) {
    if (value == null) {
      throw new UserError("the key '%s' is missing. Add it, %s.".formatted(key, example));
    }
  }

  Equation resolvedEquation() {
    return Catalogue.named(equation).create(parameters == null ? Map.of() : parameters);
  }

  private List<Double> lengths() {
    EquationType type = Catalogue.named(equation);
    List<Double> lengths =
        domain == null || domain.length == null ? List.of(type.length()) : domain.length;
    for (double length : lengths) {
      if (!(length > 0) || Double.isInfinite(length)) {
        throw new UserError("domain.length > 0", Double.toString(length), "Correct it.");
      }
    }
    return perAxis("domain.length", lengths);
  }

  /** One value for each axis: those given, or the only one for all. */
  private <T> List<T> perAxis(String key, List<T> given) {
    int dimension = Catalogue.named(equation).dimension();
    if (given.size() == 1) {
      return Collections.nCopies(dimension, given.get(0));
    }
    if (given.size() != dimension) {
      throw new UserError(
          "%s with one number, or %d for the axes of %s".formatted(key, dimension, equation),
          "%d numbers, %s".formatted(given.size(), given),
          "Correct it.");
    }
    return given;
  }

  /** Solver steps per snapshot: the fewest whose step is not above the one asked for. */
  int substeps() {
    double dt = solver == null || solver.dt == null ? Catalogue.named(equation).dt() : solver.dt;
    if (!(dt > 0) || Double.isInfinite(dt)) {
      throw new UserError("solver.dt > 0", Double.toString(dt), "Correct it.");
    }
    double steps = Math.ceil(snapshots.interval / dt - 1e-9);
    if (steps > 1e9) {
      throw new UserError(
          "at most 1e9 solver steps per snapshot", "%.3g".formatted(steps), "Raise solver.dt.");
    }
    return Math.max(1, (int) steps);
  }

  /** The grid that products are formed on. */
  Grid solverGrid() {
    Grid stored = grid();
    return stored.with(Dealiasing.gridFor(stored.points()));
  }

  /** The grid of what is stored. */
  public Grid grid() {
    Points points = new Points(perAxis("resolution", resolution));
    double cells = points.perAxis().stream().mapToDouble(n -> n).reduce(1, (a, b) -> a * b);
    if (cells > MOST_CELLS) {
      throw new UserError(
          "at most %d grid points in all".formatted(MOST_CELLS), points.text(), TRY);
    }
    return Grid.periodic(points, lengths().stream().mapToDouble(l -> l).toArray());
  }

  /** The channels of a stated formula. */
  List<CosineSeries> series(Equation equation) {
    List<Channel> stated =
        initial.channels != null
            ? initial.channels
            : List.of(new Channel(initial.mean, initial.modes));
    if (stated.size() != equation.channels()) {
      throw new UserError(
          "an initial state for the %d field(s) of %s (%s)"
              .formatted(
                  equation.channels(),
                  equation.type().name(),
                  String.join(", ", equation.type().fields())),
          stated.size() + " channel(s)",
          "Use 'channels: [{mean, modes}, ...]' with one entry per field.");
    }
    return stated.stream().map(c -> c.series(equation.dimension())).toList();
  }
}
