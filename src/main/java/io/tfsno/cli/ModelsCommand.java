package io.tfsno.cli;

import io.tfsno.cli.console.Json;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.operator.Operators;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "models",
    description = "List the models with their default sizes and parameter counts.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  tfsno models"})
final class ModelsCommand implements Callable<Integer> {
  private static final FieldShape LINE = new FieldShape(1, 256, 1, 1);
  private static final FieldShape PLANE = new FieldShape(2, 64, 1, 1);

  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "print one JSON document")
  private boolean json;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    List<Object> documents = new ArrayList<>();
    for (Operators.Model model : Operators.all()) {
      Map<String, Object> d = new LinkedHashMap<>();
      d.put("name", model.name());
      d.put("sentence", model.sentence());
      d.put("source", model.source());
      d.put("resolution_invariant", model.traits().resolutionInvariant());
      d.put("grids", model.traits().grids());
      d.put("equivariant_shift", model.traits().shift());
      for (FieldShape shape : List.of(LINE, PLANE)) {
        OperatorSpec sizes = model.defaults().apply(shape.dimension());
        Map<String, Object> at = new LinkedHashMap<>();
        at.put("points", shape.points());
        at.put("parameters", sizes.parameterCount(shape));
        at.put("defaults", sizes);
        d.put(shape.dimension() + "D", at);
      }
      documents.add(d);
      if (!json) {
        print(out, model);
      }
    }
    if (json) {
      Json.print(out, documents);
    }
    out.flush();
    return 0;
  }

  private static void print(PrintWriter out, Operators.Model model) {
    out.println(model.name() + ": " + model.sentence());
    for (FieldShape shape : List.of(LINE, PLANE)) {
      OperatorSpec sizes = model.defaults().apply(shape.dimension());
      out.printf(
          "  %dD on %d points per axis: %,d parameters; %s%n",
          shape.dimension(), shape.points(), sizes.parameterCount(shape), Json.yaml(sizes));
    }
    out.println("  grids: " + model.traits().grids().words());
    out.println("  translation equivariant: " + model.traits().shiftWords());
    out.println("  source: " + model.source());
    out.println();
  }
}
