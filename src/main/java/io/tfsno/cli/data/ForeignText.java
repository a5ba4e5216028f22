package io.tfsno.cli.data;

import io.tfsno.cli.console.Table;
import io.tfsno.data.FlatSet;
import io.tfsno.data.file.DataFiles;
import io.tfsno.data.file.Shapes;
import io.tfsno.data.importing.Inspection;
import io.tfsno.data.importing.Inspection.ArrayNote;
import io.tfsno.data.importing.Inspection.AxisNote;
import io.tfsno.spectral.Channel;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A file to be imported, as the text that 'data inspect' prints. */
record ForeignText(Path file, Inspection inspection) {
  private static final int MOST = 40;
  private static final int LONGEST = 60;

  void print(PrintWriter out) {
    List<ArrayNote> arrays = inspection.arrays();
    out.printf(
        "%s with %d array%s%n", inspection.format(), arrays.size(), arrays.size() == 1 ? "" : "s");
    Table table = new Table("  array", "type", "shape", "dimensions", "unit");
    for (ArrayNote array : arrays.subList(0, Math.min(MOST, arrays.size()))) {
      table.row(
          "  " + array.name(),
          array.type(),
          Shapes.text(array.shape()),
          array.dimensions().isEmpty() ? "-" : String.join(", ", array.dimensions()),
          array.unit().isEmpty() ? "-" : array.unit());
    }
    table.print(out);
    if (arrays.size() > MOST) {
      out.printf("  and %d more%n", arrays.size() - MOST);
    }
    if (!inspection.attributes().isEmpty()) {
      out.println(
          "  attributes: "
              + inspection.attributes().entrySet().stream()
                  .map(
                      e ->
                          e.getKey() + "=" + DataFiles.shown(String.valueOf(e.getValue()), LONGEST))
                  .collect(Collectors.joining(", ")));
    }
    for (AxisNote axis : inspection.axes()) {
      out.printf(
          "  %s: %d entries of '%s', %.6g .. %.6g %s%n",
          axis.axis(), axis.entries(), axis.name(), axis.first(), axis.last(), axis.unit());
    }
    verdict(out);
  }

  private void verdict(PrintWriter out) {
    if (inspection.problem() != null) {
      out.println("Cannot be imported: " + inspection.problem());
      return;
    }
    FlatSet set = inspection.set();
    if (inspection.missing().isEmpty()) {
      out.printf(
          "Holds %d trajectories of %d snapshots %.6g apart, channels %s, %s%n",
          set.trajectories(),
          set.steps(),
          set.interval(),
          String.join(", ", Channel.names(set.fields())),
          set.grid().text());
    } else {
      out.println("To be said by you:");
      inspection
          .missing()
          .forEach(
              (need, example) -> out.printf("  %-10s %s%n", ImportFlags.of(need), need.sentence()));
    }
    out.println("Import it " + (inspection.missing().isEmpty() ? "with:" : "with, for example:"));
    out.println("  " + command());
  }

  private String command() {
    StringBuilder command = new StringBuilder("tfsno data import " + file);
    inspection
        .missing()
        .forEach(
            (need, example) ->
                command
                    .append(' ')
                    .append(ImportFlags.of(need))
                    .append(example.isEmpty() ? "" : " ")
                    .append(example));
    String name = file.getFileName().toString().replaceFirst("\\..*$", "");
    return command + " --out " + name + "-imported.h5";
  }

  Map<String, Object> document() {
    Map<String, Object> d = new LinkedHashMap<>();
    d.put("format", inspection.format());
    d.put("arrays", inspection.arrays());
    d.put("attributes", inspection.attributes());
    d.put("coordinates", inspection.axes());
    d.put("missing", inspection.missing().keySet().stream().map(ImportFlags::of).toList());
    d.put("problem", inspection.problem());
    d.put("import", inspection.problem() == null ? command() : null);
    return d;
  }
}
