package io.tfsno.data.generate;

import io.tfsno.base.Names;
import io.tfsno.base.UserError;
import io.tfsno.spectral.Dealiasing;
import io.tfsno.spectral.Grid;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Data to make from an equation, as a file states them.
 *
 * <pre>{@code
 * equation: burgers1d
 * parameters: {nu: {logUniform: [0.0025, 0.04]}}
 * resolution: 256
 * snapshots: {interval: 0.01, count: 101, skip: 5}
 * initial: {band: {modes: 8, rms: {uniform: [0.3, 0.6]}, decay: 0.5}}
 * sets:
 *   train: {count: 1000}
 *   test: {count: 200}
 *   outside: {count: 200, parameters: {nu: {logUniform: [0.04, 0.06]}}}
 * }</pre>
 *
 * @param parameters coefficients; standard values for those of a named equation that are absent
 * @param phase of a law that changes with time: trajectory i obeys it as it is at t + phase
 * @param resolution points of what is stored, one number or one per axis
 * @param solver may be absent: 3/2 of the stored points and the equation's own step
 * @param stream number of the family of random streams; sets of one family and seed share states
 * @param profiles other ways to solve and store the same, chosen by a set or by the user
 */
public record SetSpec(
    String title,
    EquationChoice equation,
    Map<String, JsonNode> parameters,
    JsonNode phase,
    SolveSpec.Domain domain,
    List<Integer> resolution,
    SolverSpec solver,
    SolveSpec.Snapshots snapshots,
    InitialSpec initial,
    Long seed,
    Integer stream,
    Map<String, PartSpec> sets,
    Map<String, ProfileSpec> profiles) {
  private static final int MOST_STREAMS = 1 << 23;

  /** The largest step and the points that products are formed on. */
  public record SolverSpec(Double dt, List<Integer> resolution) {}

  /** Replaces what the file states for all sets. */
  public record ProfileSpec(List<Integer> resolution, SolverSpec solver, Integer count) {}

  /**
   * One set.
   *
   * @param parameters in place of those that the file states for all sets
   * @param stream which of the family's streams, 0 to 255; standard sets have numbers of their own
   */
  public record PartSpec(
      int count,
      String profile,
      Map<String, JsonNode> parameters,
      JsonNode phase,
      InitialSpec initial,
      Integer stream) {
    public PartSpec {
      if (count < 0) {
        throw new UserError("a count of trajectories >= 0", Integer.toString(count), "Raise it.");
      }
      if (stream != null && (stream < 0 || stream > 255)) {
        throw new UserError("a set's stream from 0 to 255", stream.toString(), "Correct it.");
      }
    }
  }

  public SetSpec {
    SolveSpec.require(equation, "equation", "for example 'equation: burgers1d'");
    SolveSpec.require(
        snapshots, "snapshots", "for example 'snapshots: {interval: 0.01, count: 101}'");
    SolveSpec.require(initial, "initial", "for example 'initial: {band: {modes: 8, rms: 0.5}}'");
    SolveSpec.require(sets, "sets", "for example 'sets: {train: {count: 1000}}'");
    parameters = parameters == null ? Map.of() : parameters;
    profiles = profiles == null ? Map.of() : profiles;
    if (sets.isEmpty()) {
      throw new UserError("at least one set", "none", "Write 'sets: {train: {count: 1000}}'.");
    }
    for (String name : sets.keySet()) {
      if (!name.matches("[A-Za-z_][\\w-]*")) {
        throw new UserError(
            "names of sets made of letters, digits, '_' and '-'", "'" + name + "'", "Rename it.");
      }
    }
    if (stream != null && (stream < 0 || stream >= MOST_STREAMS)) {
      throw new UserError(
          "stream from 0 to %d".formatted(MOST_STREAMS - 1), stream.toString(), "Correct it.");
    }
  }

  /** Axes of its fields. */
  public int dimension() {
    return equation.dimension();
  }

  String label() {
    return title == null ? equation.name() : title;
  }

  /** The coefficients of one set: its own in place of those of all. */
  Coefficients coefficients(PartSpec set) {
    return Coefficients.of(statedParameters(set), set.phase != null ? set.phase : phase);
  }

  Map<String, JsonNode> statedParameters(PartSpec set) {
    Map<String, JsonNode> all = new LinkedHashMap<>(parameters);
    if (set.parameters != null) {
      all.putAll(set.parameters);
    }
    return all;
  }

  /**
   * The profile of a name.
   *
   * @param name null or empty for none
   */
  ProfileSpec profile(String name) {
    if (name == null || name.isEmpty()) {
      return new ProfileSpec(null, null, null);
    }
    ProfileSpec found = profiles.get(name);
    if (found == null) {
      if (profiles.isEmpty()) {
        throw new UserError(
            "no profile, since the specification has none", "'" + name + "'", "Leave it out.");
      }
      throw Names.unknown("profile", name, profiles.keySet());
    }
    return found;
  }

  Grid grid(ProfileSpec profile) {
    List<Integer> points = profile.resolution != null ? profile.resolution : resolution;
    SolveSpec.require(points, "resolution", "for example 'resolution: 64'");
    BoxSpec.requireResolution(points);
    return BoxSpec.grid(equation, domain == null ? null : domain.length(), points);
  }

  /** The grid that products are formed on. */
  Grid solverGrid(ProfileSpec profile) {
    Grid stored = grid(profile);
    List<Integer> asked =
        profile.solver != null && profile.solver.resolution != null
            ? profile.solver.resolution
            : solver == null ? null : solver.resolution;
    if (asked == null) {
      return stored.with(Dealiasing.gridFor(stored.points()));
    }
    BoxSpec.requireResolution(asked);
    return BoxSpec.grid(equation, domain == null ? null : domain.length(), asked);
  }

  int substeps(ProfileSpec profile) {
    Double own = profile.solver == null ? null : profile.solver.dt;
    Double all = solver == null ? null : solver.dt;
    double dt = own != null ? own : all != null ? all : equation.dt();
    return BoxSpec.substeps(snapshots.interval(), dt);
  }
}
