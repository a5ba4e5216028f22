package io.tfsno.data.generate;

import io.tfsno.data.FlatSet;
import io.tfsno.engine.Tensor;
import io.tfsno.pde.Laws;
import io.tfsno.spectral.Grid;

/**
 * One set of a file: which trajectories, integrated how, and what they become.
 *
 * @param profile how finely it is solved, for people
 * @param firstIndex of the trajectories in the file
 * @param skip snapshots that are dropped at the start
 */
public record SetPlan(
    FlatSet set,
    String profile,
    long firstIndex,
    Grid solverGrid,
    int substeps,
    int skip,
    Source source) {

  /** Where laws and initial states come from: each trajectory's depend on its index alone. */
  public interface Source {
    Drawn draw(Grid solverGrid, long first, int count);
  }

  /**
   * Some trajectories before they are integrated.
   *
   * @param initial coefficients, owned by the enclosing scope
   * @param parameters as the set stores them, trajectory by trajectory
   * @param phases as the set stores them
   */
  public record Drawn(Laws laws, Tensor initial, double[] parameters, double[] phases) {}

  String description() {
    return profile.isEmpty() ? set.group() : set.group() + ", " + profile;
  }
}
