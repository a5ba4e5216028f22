package io.tfsno.cli.perf;

import io.tfsno.base.UserError;
import io.tfsno.pde.catalogue.Benchmark;
import java.util.List;
import picocli.CommandLine.Option;

/** Which solvers {@code perf --solver} measures, and on how much. */
final class SolverOptions {
  private static final int MOST_TRAJECTORIES = 1_000_000;

  @Option(
      names = "--solver",
      paramLabel = "E,E",
      split = ",",
      description = {
        "instead: only the solver of these benchmarks,",
        "fast profile, no file, in batches as in data",
        "generate; also for one trajectory"
      })
  private List<String> benchmarks = List.of();

  @Option(
      names = "--trajectories",
      paramLabel = "N",
      description = "trajectories that --solver integrates (default: 1000)")
  private Integer trajectories;

  @Option(
      names = "--solver-settings",
      paramLabel = "E,E",
      split = ",",
      description = {
        "instead: errors of the solver of these benchmarks",
        "at coarser settings than its reference"
      })
  private List<String> swept = List.of();

  /** Benchmarks whose settings are to be compared; empty if that was not asked for. */
  List<Benchmark> swept() {
    return swept.stream().map(Benchmark::named).toList();
  }

  boolean wanted() {
    if (benchmarks.isEmpty() && trajectories != null) {
      throw new UserError(
          "--trajectories with --solver only", "--trajectories alone", "Add --solver E1,E3,E6.");
    }
    return !benchmarks.isEmpty();
  }

  List<Benchmark> benchmarks() {
    return benchmarks.stream().map(Benchmark::named).toList();
  }

  int trajectories() {
    int count = trajectories == null ? 1000 : trajectories;
    if (count < 1 || count > MOST_TRAJECTORIES) {
      throw new UserError(
          "--trajectories from 1 to " + MOST_TRAJECTORIES, Integer.toString(count), "Try 1000.");
    }
    return count;
  }
}
