package io.tfsno.pde.catalogue;

import io.tfsno.base.Names;
import io.tfsno.base.UserError;
import io.tfsno.engine.Rng;
import io.tfsno.pde.Equation;
import io.tfsno.pde.Sampler;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One of the six benchmarks: an equation with its box, initial states, snapshots and solver
 * settings. All are periodic, start from the sampled state without burn-in, and share one random
 * stream scheme.
 *
 * @param number 1..6, part of the key of each trajectory's random stream
 * @param interval time between snapshots, one step of a model
 * @param snapshots stored snapshots, the initial state included
 * @param originalPoints N, the grid that truth is stored on
 * @param trainingPoints n, the grid that models train on
 * @param aliases coefficients under other names that its files state too
 */
public record Benchmark(
    int number,
    String title,
    Equation equation,
    double length,
    double interval,
    int snapshots,
    int originalPoints,
    int trainingPoints,
    Sampler sampler,
    Settings reference,
    Settings fast,
    Settings quick,
    Map<String, Double> aliases) {

  /** The master seed of the published sets. */
  public static final long MASTER_SEED = 20260101;

  /** The step count of the quick settings. */
  public static final int QUICK_SNAPSHOTS = 51;

  /**
   * Solver settings.
   *
   * @param points solver grid points per axis
   * @param substeps solver steps per snapshot
   */
  public record Settings(int points, int substeps) {}

  /** Which trajectories: no two splits share a random stream. */
  public enum Split {
    TRAIN(0),
    TEST(1),
    VALIDATION(2);

    private final long key;

    Split(long key) {
      this.key = key;
    }

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public static List<Benchmark> all() {
    return PaperBenchmarks.ALL;
  }

  /** E1..E6. */
  public static Benchmark named(String id) {
    return all().stream()
        .filter(b -> b.id().equalsIgnoreCase(id))
        .findFirst()
        .orElseThrow(
            () -> Names.unknown("benchmark", id, all().stream().map(Benchmark::id).toList()));
  }

  public String id() {
    return "E" + number;
  }

  /** The solver's settings of a profile. */
  public Settings settings(Profile profile) {
    return switch (profile) {
      case REFERENCE -> reference;
      case FAST -> fast;
      case QUICK -> quick;
    };
  }

  /** Its box with that many points per axis. */
  public Grid grid(int points) {
    return Grid.periodic(Points.cube(dimension(), points), length);
  }

  public int dimension() {
    return equation.dimension();
  }

  /** The same benchmark at another Reynolds number, from the same initial fields. */
  public Benchmark withReynolds(double re) {
    if (!equation.type().hasReynoldsNumber()) {
      throw new UserError(
          "a benchmark with a Reynolds number (E6)", id(), "Take it as it is, or choose E6.");
    }
    if (!(re > 0) || Double.isInfinite(re)) {
      throw new UserError("a Reynolds number > 0", Double.toString(re), "Try 1000 or 500.");
    }
    return new Benchmark(
        number,
        title,
        equation.type().create(Map.of("Re", re)),
        length,
        interval,
        snapshots,
        originalPoints,
        trainingPoints,
        sampler,
        reference,
        fast,
        quick,
        aliases);
  }

  /** The random stream of one trajectory: it depends on nothing but these four numbers. */
  public Rng stream(long masterSeed, Split split, long index) {
    return Rng.stream(masterSeed, ((long) number << 40) | (split.key << 32) | index);
  }
}
