package io.tfsno.bench.perf;

import io.tfsno.pde.catalogue.Benchmark;
import io.tfsno.pde.catalogue.SolverSettings;
import io.tfsno.spectral.Points;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A benchmark's solver at a setting that is as exact as a model: what the model's speed-up is
 * measured against.
 *
 * @param step of the model at which errors are compared
 * @param error the setting's own at that step; null for the reference, whose error is not known
 */
public record FairSolver(Benchmark benchmark, Benchmark.Settings settings, int step, Double error) {

  /**
   * The settings of which the fastest on a device is the fair one. The reference alone where no
   * coarser setting is that exact.
   */
  public static List<FairSolver> candidates(Benchmark benchmark, int step, double error) {
    SolverSettings table = SolverSettings.of(benchmark);
    List<FairSolver> exact =
        table.reaching(step, error).stream()
            .map(s -> new FairSolver(benchmark, s.solver(), step, table.error(s, step)))
            .toList();
    return exact.isEmpty()
        ? List.of(new FairSolver(benchmark, benchmark.reference(), step, null))
        : exact;
  }

  public boolean reference() {
    return error == null;
  }

  public double dt() {
    return benchmark.interval() / settings.substeps();
  }

  public Points points() {
    return benchmark.grid(settings.points()).points();
  }

  public Map<String, Object> document() {
    Map<String, Object> d = new LinkedHashMap<>();
    d.put("points", settings.points());
    d.put("substeps", settings.substeps());
    d.put("dt", dt());
    d.put("step", step);
    d.put("error", error);
    return d;
  }
}
