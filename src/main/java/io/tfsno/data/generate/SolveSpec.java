package io.tfsno.data.generate;

import io.tfsno.base.UserError;
import io.tfsno.pde.CosineSeries;
import io.tfsno.pde.Equation;
import io.tfsno.spectral.Dealiasing;
import io.tfsno.spectral.Grid;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Trajectories to integrate, as a user states them in YAML: one, or several from a list of initial
 * states, from a file that holds several, or with a list of values for a coefficient.
 *
 * @param parameters a number each, a list with one for each state, or a function of time
 * @param phase of a law that changes with time: it is read as it is at t + phase
 * @param resolution grid points of what is stored, one number or one per axis; the solver uses 3/2
 *     of it
 * @param solver may be absent: the equation's own good step is used then
 * @param snapshots the initial state counts as the first
 */
public record SolveSpec(
    EquationChoice equation,
    Map<String, JsonNode> parameters,
    JsonNode phase,
    Domain domain,
    List<Integer> resolution,
    SolverSettings solver,
    Snapshots snapshots,
    List<Initial> initial) {

  /** The periodic box; its length, one or one per axis, may be absent for the equation's own. */
  public record Domain(List<Double> length) {}

  /** The largest step that may be taken; it is shortened to divide the snapshot interval. */
  public record SolverSettings(Double dt) {}

  /**
   * @param skip snapshots that are dropped at the start; none if absent
   */
  public record Snapshots(double interval, int count, Integer skip) {
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
      if (skip != null && skip < 0) {
        throw new UserError("snapshots.skip >= 0", skip.toString(), "Raise it.");
      }
    }

    int skipped() {
      return skip == null ? 0 : skip;
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
    BoxSpec.requireResolution(resolution);
    if (initial.isEmpty()
        || (initial.size() > 1 && initial.stream().anyMatch(i -> i.file != null))) {
      throw new UserError(
          "a list of initial states, each a formula, or one file",
          initial.isEmpty() ? "none" : "a file among several",
          "A file may hold several states along a leading axis.");
    }
    parameters = parameters == null ? Map.of() : parameters;
  }

  static void require(Object value, String key, String example) {
    if (value == null) {
      throw new UserError("the key '%s' is missing. Add it, %s.".formatted(key, example));
    }
  }

  /** The coefficients of each state: lists have one value for each, the others one for all. */
  List<Coefficients.Values> values(int states) {
    List<Coefficients.Values> all = new ArrayList<>();
    for (int i = 0; i < states; i++) {
      Map<String, JsonNode> own = new LinkedHashMap<>();
      for (Map.Entry<String, JsonNode> p : parameters.entrySet()) {
        own.put(p.getKey(), ofState("parameters." + p.getKey(), p.getValue(), i, states));
      }
      Coefficients coefficients =
          Coefficients.of(own, phase == null ? null : ofState("phase", phase, i, states));
      if (!coefficients.areFixed()) {
        throw new UserError(
            "numbers, one for all states or a list with one for each",
            "coefficients to be drawn (%s)".formatted(String.join(", ", coefficients.varying())),
            "Data with drawn coefficients are made by 'tfsno data generate'.");
      }
      all.add(coefficients.corners().get(0));
    }
    return all;
  }

  private static JsonNode ofState(String path, JsonNode stated, int state, int states) {
    if (!stated.isArray()) {
      return stated;
    }
    if (stated.size() != states) {
      throw new UserError(
          "%s with one number, or %d for the initial states".formatted(path, states),
          stated.size() + " numbers",
          "Correct the list.");
    }
    return stated.get(state);
  }

  /** The names of coefficients with a value for each state. */
  List<String> varying() {
    return parameters.entrySet().stream()
        .filter(p -> p.getValue().isArray())
        .map(Map.Entry::getKey)
        .toList();
  }

  /** The longest list of values, 1 if there is none. */
  int listed() {
    int longest = phase != null && phase.isArray() ? phase.size() : 1;
    for (JsonNode p : parameters.values()) {
      longest = p.isArray() ? Math.max(longest, p.size()) : longest;
    }
    return longest;
  }

  /** Solver steps per snapshot: the fewest whose step is not above the one asked for. */
  int substeps() {
    double dt = solver == null || solver.dt == null ? equation.dt() : solver.dt;
    return BoxSpec.substeps(snapshots.interval, dt);
  }

  /** The grid that products are formed on. */
  Grid solverGrid() {
    Grid stored = grid();
    return stored.with(Dealiasing.gridFor(stored.points()));
  }

  /** The grid of what is stored. */
  public Grid grid() {
    return BoxSpec.grid(equation, domain == null ? null : domain.length, resolution);
  }

  /** The channels of a stated formula. */
  static List<CosineSeries> series(Initial initial, Equation equation) {
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
