package io.tfsno.data.generate;

import io.tfsno.base.UserError;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.pde.Laws;
import io.tfsno.pde.ModeArray;
import io.tfsno.pde.StateSampler;
import io.tfsno.spectral.Dealiasing;
import io.tfsno.spectral.Grid;
import java.util.List;

/** The initial states of a set, each found from its index and its random stream. */
interface InitialStates {
  /**
   * Coefficients of consecutive states on a solver's grid, owned by the enclosing scope.
   *
   * @param common whether they obey one law
   * @param streams one for each, left behind what was drawn
   */
  Tensor draw(boolean common, Grid solverGrid, long first, Rng... streams);

  static InitialStates fromFile(StateFile file, int offset) {
    return (common, solverGrid, first, streams) ->
        file.coefficients(common, solverGrid, Math.toIntExact(offset + first), streams.length);
  }

  /** States with one sampler for each field; a field after another from the same stream. */
  static InitialStates sampled(List<StateSampler> fields, Grid onGrid) {
    for (StateSampler sampler : fields) {
      requireFits(sampler, onGrid);
    }
    return (common, solverGrid, first, streams) -> {
      ModeArray states =
          new ModeArray(Laws.modes(common, solverGrid.points()), streams.length * fields.size());
      for (int i = 0; i < streams.length; i++) {
        for (int c = 0; c < fields.size(); c++) {
          fields.get(c).draw(streams[i], solverGrid, states, i * fields.size() + c);
        }
      }
      return states.tensor(fields.size());
    };
  }

  private static void requireFits(StateSampler sampler, Grid grid) {
    int held =
        Dealiasing.largestWaves(grid.points()).perAxis().stream().mapToInt(n -> n).min().orElse(0);
    if (sampler.largestWave() > held) {
      throw new UserError(
          "initial states with wave numbers up to %d at this resolution of the solver (%s)"
              .formatted(held, grid.points()),
          Integer.toString(sampler.largestWave()),
          "Lower initial modes or raise the resolution.");
    }
  }
}
