package io.tfsno.data.generate;

import io.tfsno.base.UserError;
import io.tfsno.pde.CosineSeries;
import io.tfsno.pde.Equation;
import io.tfsno.pde.catalogue.Catalogue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One trajectory to integrate, as a user states it in YAML.
 *
 * @param resolution grid points per axis of what is stored; the solver uses 3/2 of it
 * @param solver may be absent: the equation's own good step is used then
 * @param snapshots the initial state counts as the first
 */
public record SolveSpec(
    String equation,
    Map<String, Double> parameters,
    Domain domain,
    int resolution,
    SolverSettings solver,
    Snapshots snapshots,
    Initial initial) {

  /** The periodic box; its length may be absent for the equation's own. */
  public record Domain(Double length) {}

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
            dimension == 1 ? "a wavenumber k" : "a wavenumber [kx, ky]",
            String.valueOf(wavenumber),
            "Correct the mode in initial.");
      }
      return new CosineSeries.Wave(
          amplitude,
          wavenumber.get(0),
          dimension == 1 ? 0 : wavenumber.get(1),
          phase == null ? 0 : phase);
    }
  }

  public SolveSpec {
    require(equation, "equation", "for example 'equation: burgers1d'");
    require(snapshots, "snapshots", "for example 'snapshots: {interval: 0.01, count: 101}'");
    require(initial, "initial", "for example 'initial: {modes: [{amplitude: 1, wavenumber: 1}]}'");
    if (resolution < 4 || resolution % 2 != 0 || resolution > 16384) {
      throw new UserError(
          "an even resolution from 4 to 16384 (the solver grid is 3/2 of it)",
          Integer.toString(resolution),
          "Try 256 in 1D, 64 in 2D.");
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

  double length() {
    double length =
        domain == null || domain.length == null
            ? Catalogue.named(equation).length()
            : domain.length;
    if (!(length > 0) || Double.isInfinite(length)) {
      throw new UserError("domain.length > 0", Double.toString(length), "Correct it.");
    }
    return length;
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

  int solverPoints() {
    return resolution / 2 * 3;
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
