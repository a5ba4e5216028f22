package io.tfsno.cli;

import io.tfsno.cli.console.Json;
import io.tfsno.cli.console.Table;
import io.tfsno.data.generate.SetSpec;
import io.tfsno.data.generate.ShippedSpecs;
import io.tfsno.pde.EquationType;
import io.tfsno.pde.Equations;
import io.tfsno.pde.Parameter;
import io.tfsno.pde.catalogue.Benchmark;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "equations",
    description = "List the equations that can be solved, with their parameters and defaults.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  tfsno equations",
      "  tfsno equations kolmogorov2d",
      "  tfsno equations --json"
    })
final class EquationsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(arity = "0..1", paramLabel = "NAME", description = "show one equation in full")
  private String name;

  @Option(names = "--json", description = "print one JSON document")
  private boolean json;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    List<EquationType> shown = name == null ? Equations.all() : List.of(Equations.named(name));
    if (json) {
      Json.print(out, shown.stream().map(EquationsCommand::document).toList());
    } else if (name != null) {
      printOne(out, shown.get(0));
    } else {
      printAll(out);
    }
    return 0;
  }

  private static void printAll(PrintWriter out) {
    Table table = new Table("NAME", "DIM", "FIELDS", "FORMULA", "PARAMETERS");
    for (EquationType t : Equations.all()) {
      table.row(
          t.name(), t.dimension() + "D", String.join(", ", t.fields()), t.formula(), parameters(t));
    }
    table.print(out);
    out.println();
    Table benchmarks = new Table("BENCHMARK", "EQUATION", "L", "SNAPSHOTS", "INTERVAL", "GRID");
    for (Benchmark b : Benchmark.all()) {
      benchmarks.row(
          b.id() + " " + b.title(),
          b.equation().type().name(),
          Table.number(b.length()),
          Integer.toString(b.snapshots()),
          Table.number(b.interval()),
          "%s (trained on %s)"
              .formatted(b.grid(b.originalPoints()).points(), b.grid(b.trainingPoints()).points()));
    }
    benchmarks.print(out);
    out.println();
    Table specs = new Table("SPECIFICATION", "EQUATION", "L", "SNAPSHOTS", "INTERVAL");
    for (String name : ShippedSpecs.names()) {
      SetSpec s = ShippedSpecs.of(name);
      if (Benchmark.all().stream().noneMatch(b -> b.id().equals(name))) {
        specs.row(
            name + " " + s.title(),
            s.equation().name(),
            Table.number(s.domain().length().get(0)),
            Integer.toString(s.snapshots().count()),
            Table.number(s.snapshots().interval()));
      }
    }
    specs.print(out);
    out.flush();
  }

  private static void printOne(PrintWriter out, EquationType t) {
    out.println(t.name() + ", " + t.dimension() + "D, fields " + String.join(", ", t.fields()));
    out.println("  " + t.formula());
    out.println("  " + t.behaviour());
    out.println();
    Table table = new Table("PARAMETER", "DEFAULT", "ALLOWED", "MEANING");
    for (Parameter p : t.parameters()) {
      table.row(p.name(), Table.number(p.standard()), p.range().words(), p.meaning());
    }
    t.reciprocals().forEach((alias, of) -> table.row(alias, "", "a number > 0", "1/" + of));
    table.row(
        "domain.length",
        Table.number(t.length()),
        "a number > 0",
        "side of the box, or one for each axis");
    table.row("solver.dt", Table.number(t.dt()), "a number > 0", "solver step");
    table.print(out);
    Equations.origin(t.name()).ifPresent(jar -> out.println("  plug-in: " + jar.file()));
    out.flush();
  }

  private static String parameters(EquationType t) {
    List<String> parts = new ArrayList<>();
    for (Parameter p : t.parameters()) {
      parts.add(p.name() + "=" + Table.number(p.standard()));
    }
    t.reciprocals().forEach((alias, of) -> parts.add("or " + alias + "=1/" + of));
    return parts.isEmpty() ? "none" : String.join(" ", parts);
  }

  private static Map<String, Object> document(EquationType t) {
    Map<String, Object> d = new LinkedHashMap<>();
    d.put("name", t.name());
    d.put("formula", t.formula());
    d.put("behaviour", t.behaviour());
    d.put("dimension", t.dimension());
    d.put("fields", t.fields());
    d.put("parameters", t.parameters().stream().map(EquationsCommand::document).toList());
    d.put("reciprocals", t.reciprocals());
    d.put("length", t.length());
    d.put("dt", t.dt());
    Equations.origin(t.name()).ifPresent(jar -> d.put("plugin", jar.file().toString()));
    return d;
  }

  private static Map<String, Object> document(Parameter p) {
    Map<String, Object> d = new LinkedHashMap<>();
    d.put("name", p.name());
    d.put("default", p.standard());
    d.put("allowed", p.range().words());
    d.put("meaning", p.meaning());
    return d;
  }
}
