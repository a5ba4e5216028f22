package io.tfsno.bench;

import io.tfsno.base.UserError;
import io.tfsno.pde.catalogue.Benchmark;
import java.util.Map;

/**
 * Trajectories that models are scored on instead of those of the published sets, which many have
 * read. Training data stay as they are.
 *
 * @param seed master seed
 * @param trajectories how many, under "1d" and "2d"
 */
public record TestSet(long seed, Map<String, Integer> trajectories) {
  public TestSet {
    if (seed < 0 || seed == Benchmark.MASTER_SEED) {
      throw new UserError(
          "test.seed >= 0, other than the published sets' %d".formatted(Benchmark.MASTER_SEED),
          Long.toString(seed),
          "Try 7701.");
    }
    if (trajectories == null || trajectories.values().stream().anyMatch(n -> n < 1)) {
      throw new UserError(
          "test.trajectories >= 1 by dimension",
          String.valueOf(trajectories),
          "Try {1d: 1000, 2d: 400}.");
    }
    trajectories = Map.copyOf(trajectories);
  }

  /** How many there are of a set. */
  public int trajectories(int dimension) {
    Integer count = trajectories.get(dimension + "d");
    if (count == null) {
      throw new UserError(
          "a number of test trajectories in %dD".formatted(dimension),
          trajectories.toString(),
          "Add the key '%dd' to test.trajectories.".formatted(dimension));
    }
    return count;
  }

  /** What the labels of budgets and the names of its files get in addition. */
  String suffix() {
    return "-t" + seed;
  }
}
