package io.tfsno.cli.perf;

import io.tfsno.bench.perf.KernelCost;
import io.tfsno.bench.perf.Perf;
import io.tfsno.bench.perf.Roofline;
import io.tfsno.cli.console.Table;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A roofline as rows of a table and of a document. */
record RooflineRows(String model, int dimension, int batch, Roofline roofline, Perf.Row measured) {
  static Table table() {
    return new Table("MODEL", "DIM", "BATCH", "WHAT", "MB", "GFLOP", "MS");
  }

  void add(Table table, List<Map<String, Object>> rows) {
    for (KernelCost k : roofline.byKind()) {
      double ms = roofline.floorMs(k.kernel());
      add(table, k.kernel(), k.bytes(), k.flops(), ms);
    }
    add(table, "all kernels", roofline.bytes(), roofline.flops(), roofline.floorMs());
    add(table, "least of any", roofline.leastBytes(), roofline.flops(), roofline.leastMs());
    if (measured != null) {
      table.row(
          model,
          Integer.toString(dimension),
          Integer.toString(batch),
          "measured",
          "",
          "%.1f x".formatted(measured.medianMs() / roofline.floorMs()),
          "%.4f".formatted(measured.medianMs()));
    }
    rows.add(document());
  }

  private void add(Table table, String what, long bytes, long flops, double ms) {
    table.row(
        model,
        Integer.toString(dimension),
        Integer.toString(batch),
        what,
        "%.2f".formatted(bytes / 1e6),
        "%.3f".formatted(flops / 1e9),
        "%.4f".formatted(ms));
  }

  private Map<String, Object> document() {
    Map<String, Object> r = new LinkedHashMap<>();
    r.put("model", model);
    r.put("dim", dimension);
    r.put("batch", batch);
    r.put("what", "roofline");
    r.put("chip", roofline.chip());
    r.put("kernels", roofline.byKind());
    r.put("bytes", roofline.bytes());
    r.put("least_bytes", roofline.leastBytes());
    r.put("flops", roofline.flops());
    r.put("floor_ms", roofline.floorMs());
    r.put("least_ms", roofline.leastMs());
    r.put("measured_ms", measured == null ? null : measured.medianMs());
    return r;
  }
}
