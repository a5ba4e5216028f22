package io.tfsno.pde.catalogue;

import io.tfsno.base.Names;
import io.tfsno.base.UserError;
import io.tfsno.engine.Rng;
import io.tfsno.pde.Equation;
import io.tfsno.pde.Sampler;
import java.util.List;
import java.util.Locale;

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
 * @param quick the settings for demos and tests
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
    Profile reference,
    Profile fast,
    Profile quick) {

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
  public record Profile(String name, int points, int substeps) {}

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

  private static final List<Benchmark> ALL =
      List.of(
          new Benchmark(
              1,
              "1D Burgers",
              new Burgers1d(0.01 / Math.PI),
              1,
              0.01,
              101,
              1024,
              256,
              new Sampler(u -> 0.3 + 0.3 * u, 8, m -> 1 / Math.sqrt(m)),
              reference(1536, 10),
              fast(384, 4),
              quick(384, 4)),
          new Benchmark(
              2,
              "1D Allen-Cahn",
              new AllenCahn(1, 5e-5, 1),
              1,
              0.15,
              101,
              1024,
              256,
              new Sampler(u -> 0.02 * Math.pow(10, u), 32, m -> 1),
              reference(1536, 5),
              fast(384, 3),
              quick(384, 3)),
          new Benchmark(
              3,
              "1D Kuramoto-Sivashinsky",
              new KuramotoSivashinsky1d(),
              64,
              0.5,
              101,
              1024,
              256,
              new Sampler(u -> 0.2 + 0.3 * u, 4, m -> 1),
              reference(1536, 200),
              fast(384, 25),
              quick(384, 25)),
          new Benchmark(
              4,
              "2D Burgers",
              new Burgers2dScalar(0.01),
              1,
              0.015,
              51,
              128,
              64,
              new Sampler(u -> 0.3 + 0.2 * u, 5, m -> 1 / Math.sqrt(m)),
              reference(192, 10),
              fast(96, 4),
              quick(96, 4)),
          new Benchmark(
              5,
              "2D Allen-Cahn",
              new AllenCahn(2, 4e-4, 1),
              1,
              0.4,
              51,
              128,
              64,
              new Sampler(u -> 0.2 + 0.3 * u, 12, m -> 1),
              reference(192, 32),
              fast(96, 8),
              quick(96, 8)),
          new Benchmark(
              6,
              "2D Navier-Stokes",
              new NavierStokes2d(1e-3),
              2 * Math.PI,
              1,
              51,
              128,
              64,
              new Sampler(u -> 0.18 + 0.08 * u, 6, m -> 1),
              reference(192, 25),
              fast(128, 10),
              quick(96, 8)));

  private static Profile reference(int points, int substeps) {
    return new Profile("reference", points, substeps);
  }

  private static Profile fast(int points, int substeps) {
    return new Profile("fast", points, substeps);
  }

  private static Profile quick(int points, int substeps) {
    return new Profile("quick", points, substeps);
  }

  public static List<Benchmark> all() {
    return ALL;
  }

  /** E1..E6. */
  public static Benchmark named(String id) {
    return ALL.stream()
        .filter(b -> b.id().equalsIgnoreCase(id))
        .findFirst()
        .orElseThrow(
            () -> Names.unknown("benchmark", id, ALL.stream().map(Benchmark::id).toList()));
  }

  public String id() {
    return "E" + number;
  }

  public int dimension() {
    return equation.dimension();
  }

  /** The same benchmark at another Reynolds number, from the same initial fields. Only for E6. */
  public Benchmark withReynolds(double re) {
    if (!(equation instanceof NavierStokes2d)) {
      throw new UserError("a benchmark with a Reynolds number (E6)", id(), "Leave --reynolds out.");
    }
    if (!(re > 0) || Double.isInfinite(re)) {
      throw new UserError("a Reynolds number > 0", Double.toString(re), "Try 1000 or 500.");
    }
    return new Benchmark(
        number,
        title,
        new NavierStokes2d(1 / re),
        length,
        interval,
        snapshots,
        originalPoints,
        trainingPoints,
        sampler,
        reference,
        fast,
        quick);
  }

  /** The random stream of one trajectory: it depends on nothing but these four numbers. */
  public Rng stream(long masterSeed, Split split, long index) {
    return Rng.stream(masterSeed, ((long) number << 40) | (split.key << 32) | index);
  }
}
