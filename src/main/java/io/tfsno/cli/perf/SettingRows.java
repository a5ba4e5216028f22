package io.tfsno.cli.perf;

import io.tfsno.bench.perf.SettingSweep;
import io.tfsno.cli.console.DeviceOptions;
import io.tfsno.cli.console.Json;
import io.tfsno.cli.console.Table;
import io.tfsno.engine.Device;
import io.tfsno.pde.catalogue.Benchmark;
import io.tfsno.pde.catalogue.SolverSettings;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The tables of {@code perf --solver-settings}. */
record SettingRows(
    List<Benchmark> benchmarks, DeviceOptions devices, boolean json, PrintWriter out) {
  int call() {
    devices.applyThreads();
    Device device = devices.device();
    List<SolverSettings> tables = new ArrayList<>();
    for (Benchmark benchmark : benchmarks) {
      try (SettingSweep sweep = new SettingSweep(benchmark, device)) {
        tables.add(sweep.measure());
      }
    }
    if (json) {
      Json.print(out, tables);
    } else {
      tables.forEach(this::print);
    }
    out.flush();
    return 0;
  }

  private void print(SolverSettings table) {
    Benchmark benchmark = Benchmark.named(table.benchmark());
    out.printf(
        "%s: mean relative L2 error at steps %s of %d test trajectories,"
            + " against %d points per axis and %d substeps%n",
        table.benchmark(),
        table.steps().stream().map(String::valueOf).collect(Collectors.joining(", ")),
        table.trajectories(),
        table.reference().points(),
        table.reference().substeps());
    Table rows =
        new Table(
            Stream.concat(
                    Stream.of("POINTS", "SUBSTEPS", "DT"),
                    table.steps().stream().map(step -> "STEP " + step))
                .toArray(String[]::new));
    for (SolverSettings.Entry s : table.settings()) {
      Stream<String> setting =
          Stream.of(
              Integer.toString(s.points()),
              Integer.toString(s.substeps()),
              Table.number(benchmark.interval() / s.substeps()));
      rows.row(
          Stream.concat(setting, s.errors().stream().map(Table::number)).toArray(String[]::new));
    }
    rows.print(out);
  }
}
