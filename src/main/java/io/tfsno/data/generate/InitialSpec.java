package io.tfsno.data.generate;

import io.tfsno.base.UserError;
import io.tfsno.spectral.Grid;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * Initial states as a file states them: one sampler for all fields, one for each field in {@code
 * channels}, or a file of states.
 *
 * @param file NPY, {@code [state, channel, x(, y, z)]}; trajectory i starts from state i
 * @param first the state of trajectory 0
 */
public record InitialSpec(
    JsonNode mean,
    List<SolveSpec.Mode> modes,
    FieldSpec.Band band,
    FieldSpec.Waves waves,
    FieldSpec.Gaussian gaussian,
    List<FieldSpec> channels,
    String file,
    Integer first) {

  public InitialSpec {
    boolean own =
        mean != null || modes != null || band != null || waves != null || gaussian != null;
    int ways = (own ? 1 : 0) + (channels != null ? 1 : 0) + (file != null ? 1 : 0);
    if (ways != 1) {
      throw new UserError(
          "one of a sampler (band, waves, gaussian, or mean and modes), 'channels' and 'file' in"
              + " 'initial'",
          ways == 0 ? "none" : "several",
          "Write for example 'initial: {band: {modes: 8, rms: 0.5}}'.");
    }
    if (first != null && (first < 0 || file == null)) {
      throw new UserError("initial.first >= 0, with initial.file", first.toString(), "Correct it.");
    }
  }

  /**
   * @param folder where a file is looked for
   * @param plan of whose trajectories they are
   */
  InitialStates states(Path folder, EquationChoice equation, List<String> fields, Plan plan) {
    if (file != null) {
      int from = first == null ? 0 : first;
      StateFile states =
          new StateFile(
              folder.resolve(file), equation.name(), fields.size(), plan.storedGrid().points());
      states.requireAtLeast(from + plan.end());
      return InitialStates.fromFile(states, from);
    }
    List<FieldSpec> each =
        channels != null
            ? channels
            : Collections.nCopies(
                modes != null ? 1 : fields.size(),
                new FieldSpec(mean, modes, band, waves, gaussian));
    if (each.size() != fields.size()) {
      throw new UserError(
          "an initial state for the %d field(s) of %s (%s)"
              .formatted(fields.size(), equation.name(), String.join(", ", fields)),
          each.size() + " channel(s)",
          "Use 'channels: [{band, mean}, ...]' with one entry per field.");
    }
    return InitialStates.sampled(
        each.stream().map(f -> f.sampler(equation.dimension())).toList(), plan.solverGrid());
  }

  /** What the states are for. */
  record Plan(Grid storedGrid, Grid solverGrid, long end) {}
}
