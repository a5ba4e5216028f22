package io.tfsno.cli.perf;

import io.tfsno.base.UserError;
import io.tfsno.bench.perf.FairSolver;
import io.tfsno.bench.perf.Perf;
import io.tfsno.cli.console.Table;
import io.tfsno.pde.catalogue.Benchmark;
import io.tfsno.pde.catalogue.SolverSettings;
import java.util.List;
import picocli.CommandLine.Option;

/** How exact the solver has to be that a model is compared with. */
final class FairOptions {
  private static final int USUAL_STEP = 50;

  @Option(
      names = "--error",
      paramLabel = "E",
      description = {
        "the model's relative L2 error: also measure the",
        "solver at its cheapest setting that is as accurate"
      })
  private Double error;

  @Option(
      names = "--step",
      paramLabel = "N",
      description = "step of the model that --error refers to (default: 50)")
  private Integer step;

  boolean wanted() {
    return error != null;
  }

  void check(List<Integer> dimensions, boolean solverIsMeasured) {
    if (!wanted() && step != null) {
      throw new UserError("--step with --error only", "--step alone", "Add --error 0.01.");
    }
    if (!wanted()) {
      return;
    }
    if (!solverIsMeasured) {
      throw new UserError(
          "--error where the solver is measured next to a model",
          "it with --train-only, --parallel or --roofline",
          "Leave these out.");
    }
    if (!(error > 0) || error.isInfinite()) {
      throw new UserError("--error > 0", error.toString(), "Try 0.01.");
    }
    int last =
        dimensions.stream()
            .flatMap(d -> Perf.solved(d).stream())
            .mapToInt(b -> SolverSettings.of(b).lastStep())
            .min()
            .orElse(USUAL_STEP);
    if (step() < 1 || step() > last) {
      throw new UserError("--step from 1 to " + last, step.toString(), "Try 50.");
    }
  }

  private int step() {
    return step == null ? USUAL_STEP : step;
  }

  List<FairSolver> candidates(Benchmark benchmark) {
    return FairSolver.candidates(benchmark, step(), error);
  }

  /** What a row is compared with. */
  String sentence(Perf.Row row, FairSolver solver) {
    String setting = "%s points, dt %s".formatted(solver.points(), Table.number(solver.dt()));
    return solver.reference()
        ? "%s: the solver's reference setting, since no coarser one has an error of at most %s at step %d: %s"
            .formatted(row.what(), Table.number(error), step(), setting)
        : "%s: the solver's cheapest setting with an error of at most %s at step %d: %s, error %s"
            .formatted(
                row.what(), Table.number(error), step(), setting, Table.number(solver.error()));
  }
}
