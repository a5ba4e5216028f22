package io.tfsno.cli.data;

import io.tfsno.cli.console.Table;
import io.tfsno.data.TrajectorySet;
import io.tfsno.data.condition.ConditionFields;
import io.tfsno.data.condition.ParameterRange;
import io.tfsno.data.condition.SetConditions;
import io.tfsno.spectral.Channel;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The conditions of a set, as text and as JSON, for 'data inspect'. */
record ConditionText(TrajectorySet set) {
  void print(PrintWriter out) {
    SetConditions declared = set.conditions().declared();
    if (declared.isEmpty()) {
      return;
    }
    if (!declared.parameters().isEmpty()) {
      Table table = new Table("    parameter", "smallest", "largest", "mean");
      for (ParameterRange p : ranges()) {
        table.row(
            "    " + p.name() + (p.unit().isEmpty() ? "" : " [" + p.unit() + "]"),
            "%.6g".formatted(p.minimum()),
            "%.6g".formatted(p.maximum()),
            "%.4g".formatted(p.mean()));
      }
      table.print(out);
    }
    print(out, "static fields", declared.statics());
    print(out, "forcing", declared.forcings());
    if (declared.phase()) {
      ParameterRange phase = phase();
      out.printf(
          "  phase: %.6g .. %.6g, added to the time of each trajectory%n",
          phase.minimum(), phase.maximum());
    }
  }

  private static void print(PrintWriter out, String what, ConditionFields fields) {
    if (!fields.isEmpty()) {
      String names =
          fields.fields().stream()
              .map(f -> f.name() + (f.unit().isEmpty() ? "" : " [" + f.unit() + "]"))
              .collect(Collectors.joining(", "));
      out.printf(
          "  %s: %s (%s)%n",
          what, names, fields.shared() ? "the same for all trajectories" : "of each trajectory");
    }
  }

  private List<ParameterRange> ranges() {
    return ParameterRange.of(set.conditions(), set.trajectories());
  }

  private ParameterRange phase() {
    return ParameterRange.ofPhase(set.conditions(), set.trajectories());
  }

  Map<String, Object> document() {
    SetConditions declared = set.conditions().declared();
    Map<String, Object> d = new LinkedHashMap<>();
    d.put("parameters", ranges());
    d.put("static", documents(declared.statics()));
    d.put("forcing", documents(declared.forcings()));
    d.put("phase", declared.phase() ? phase() : null);
    return d;
  }

  private static List<Map<String, Object>> documents(ConditionFields fields) {
    return fields.fields().stream().map(field -> document(field, fields.shared())).toList();
  }

  private static Map<String, Object> document(Channel field, boolean shared) {
    Map<String, Object> d = new LinkedHashMap<>();
    d.put("name", field.name());
    d.put("unit", field.unit());
    d.put("shared", shared);
    return d;
  }
}
