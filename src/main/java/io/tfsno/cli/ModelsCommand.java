package io.tfsno.cli;

import io.tfsno.base.UserError;
import io.tfsno.bench.perf.UsualGrid;
import io.tfsno.cli.console.Json;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.operator.Operators;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "models",
    description = {
      "List the models with their default sizes and parameter counts, or draw the network of one.",
      "A drawing shows levels, blocks, gates and their inputs as configured."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  tfsno models",
      "  tfsno models tfsno",
      "  tfsno models tfsno --figure net.svg",
      "  tfsno models tfsno --figure net.svg --points 64x96 --set model.gate.kind=band",
      "  tfsno models runs/e1 --figure net.svg",
      "  tfsno models --classpath own-model.jar"
    })
final class ModelsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "print one JSON document")
  private boolean json;

  @Parameters(
      arity = "0..1",
      paramLabel = "MODEL",
      description = "one of them (default: all); a run folder with --figure")
  private String model;

  @Mixin private NetworkOptions network;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    if (network.draws(model)) {
      Path figure = network.draw(model);
      if (json) {
        Json.print(out, Map.of("figure", figure.toString()));
      } else {
        out.println("figure: " + figure);
      }
    } else {
      list(out, model == null ? Operators.all() : List.of(Operators.of(model)));
    }
    out.flush();
    return 0;
  }

  private void list(PrintWriter out, List<Operators.Model> models) {
    List<Object> documents = new ArrayList<>();
    for (Operators.Model listed : models) {
      Map<String, Object> d = new LinkedHashMap<>();
      d.put("name", listed.name());
      d.put("sentence", listed.sentence());
      d.put("source", listed.source());
      Operators.origin(listed.name()).ifPresent(jar -> d.put("plugin", jar.file().toString()));
      d.put("resolution_invariant", listed.traits().resolutionInvariant());
      d.put("grids", listed.traits().grids());
      d.put("equivariant_shift", listed.traits().shift());
      UsualGrid.all().forEach(grid -> d.put(grid.dimension() + "D", sizes(listed, grid.shape())));
      documents.add(d);
      if (!json) {
        print(out, listed);
      }
    }
    if (json) {
      Json.print(out, documents);
    }
  }

  private static Map<String, Object> sizes(Operators.Model model, FieldShape shape) {
    Map<String, Object> d = new LinkedHashMap<>();
    d.put("points", shape.points().document());
    try {
      OperatorSpec sizes = model.defaults().apply(shape.dimension());
      sizes.check(shape);
      d.put("parameters", sizes.parameterCount(shape));
      d.put("defaults", sizes);
    } catch (UserError e) { // not every model is defined in every dimension
      d.put("refused", e.getMessage());
    }
    return d;
  }

  private static void print(PrintWriter out, Operators.Model model) {
    out.println(model.name() + ": " + model.sentence());
    for (UsualGrid grid : UsualGrid.all()) {
      FieldShape shape = grid.shape();
      Map<String, Object> sizes = sizes(model, shape);
      String words =
          sizes.containsKey("refused")
              ? "refused: " + sizes.get("refused")
              : "%,d parameters; %s"
                  .formatted((Long) sizes.get("parameters"), Json.yaml(sizes.get("defaults")));
      out.printf("  %dD on %s points: %s%n", shape.dimension(), shape.points(), words);
    }
    out.println("  grids: " + model.traits().grids().words());
    out.println("  translation equivariant: " + model.traits().shiftWords());
    out.println("  source: " + model.source());
    Operators.origin(model.name()).ifPresent(jar -> out.println("  plug-in: " + jar.file()));
    out.println();
  }
}
