package io.tfsno.cli.perf;

import io.tfsno.bench.perf.SolverPerf;
import io.tfsno.cli.console.DeviceOptions;
import io.tfsno.cli.console.Json;
import io.tfsno.cli.console.Table;
import io.tfsno.engine.Device;
import io.tfsno.pde.catalogue.Benchmark;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The table of {@code perf --solver}. */
record SolverRows(SolverOptions options, DeviceOptions devices, boolean json, PrintWriter out) {
  int call() {
    List<Benchmark> benchmarks = options.benchmarks();
    int[] counts = IntStream.of(options.trajectories(), 1).distinct().toArray();
    devices.applyThreads();
    Device device = devices.device();
    List<SolverPerf.Row> rows = new ArrayList<>();
    for (Benchmark benchmark : benchmarks) {
      for (int count : counts) {
        rows.add(new SolverPerf(benchmark, device).measure(count));
      }
    }
    if (json) {
      Json.print(out, rows.stream().map(SolverRows::document).toList());
    } else {
      out.printf("%s, %d threads%n", device, devices.threads());
      table(rows).print(out);
    }
    out.flush();
    return 0;
  }

  private static Table table(List<SolverPerf.Row> rows) {
    Table table =
        new Table("EQUATION", "TRAJECTORIES", "BATCH", "SECONDS", "RANGE", "MS PER SNAPSHOT");
    for (SolverPerf.Row row : rows) {
      table.row(
          row.equation(),
          Integer.toString(row.trajectories()),
          Integer.toString(row.batch()),
          "%.4f".formatted(row.seconds()),
          "%.4f..%.4f".formatted(row.lowSeconds(), row.highSeconds()),
          "%.4f".formatted(row.msPerSnapshot()));
    }
    return table;
  }

  private static Map<String, Object> document(SolverPerf.Row row) {
    Map<String, Object> r = new LinkedHashMap<>();
    r.put("device", row.device());
    r.put("what", "solver");
    r.put("equation", row.equation());
    r.put("trajectories", row.trajectories());
    r.put("batch", row.batch());
    r.put("points", row.points());
    r.put("substeps", row.substeps());
    r.put("snapshots", row.snapshots());
    r.put("seconds", row.seconds());
    r.put("low_seconds", row.lowSeconds());
    r.put("high_seconds", row.highSeconds());
    r.put("ms_per_snapshot", row.msPerSnapshot());
    return r;
  }
}
