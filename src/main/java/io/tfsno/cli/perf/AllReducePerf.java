package io.tfsno.cli.perf;

import io.tfsno.base.UserError;
import io.tfsno.bench.perf.AllReduce;
import io.tfsno.cli.console.DeviceOptions;
import io.tfsno.cli.console.Json;
import io.tfsno.cli.console.Table;
import io.tfsno.engine.Device;
import io.tfsno.engine.group.ProcessGroup;
import io.tfsno.engine.group.RankSettings;
import java.io.PrintWriter;
import java.util.List;

/** The table of {@code perf --all-reduce}. */
record AllReducePerf(DeviceOptions devices, boolean json, PrintWriter out) {
  int call() {
    RankSettings place = RankSettings.from(System.getenv());
    if (place.ranks() == 1) {
      throw new UserError(
          "several ranks to measure between",
          "one process",
          "Use: tfsno launch --ranks 2 -- perf --all-reduce");
    }
    devices.applyThreads(place);
    Device device = devices.device(place);
    try (ProcessGroup group = ProcessGroup.join(place, device)) {
      List<AllReduce.Row> rows = AllReduce.measure(group, device);
      if (place.leads()) {
        print(rows, group.size(), device);
      }
    }
    return 0;
  }

  private void print(List<AllReduce.Row> rows, int ranks, Device device) {
    if (json) {
      Json.print(out, rows);
      return;
    }
    Table table = new Table("FLOATS", "KIB", "MS", "RANGE", "MB/S");
    for (AllReduce.Row row : rows) {
      table.row(
          Long.toString(row.floats()),
          "%.0f".formatted(row.floats() / 256.0),
          "%.3f".formatted(row.medianMs()),
          "%.3f..%.3f".formatted(row.lowMs(), row.highMs()),
          "%.0f".formatted(row.floats() * 4e-3 / row.medianMs()));
    }
    out.printf("%s, %d ranks%n", device, ranks);
    table.print(out);
    out.flush();
  }
}
