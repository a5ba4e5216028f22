package io.tfsno.cli.data;

import io.tfsno.base.Names;
import io.tfsno.base.UserError;
import io.tfsno.cli.console.DeviceOptions;
import io.tfsno.cli.console.Interruptible;
import io.tfsno.cli.console.Json;
import io.tfsno.cli.console.OutputFile;
import io.tfsno.cli.console.Progress;
import io.tfsno.cli.console.Table;
import io.tfsno.data.generate.GenerationRequest;
import io.tfsno.data.generate.SetGenerator;
import io.tfsno.data.generate.SetPlan;
import io.tfsno.data.generate.ShippedSpecs;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "generate",
    description = {
      "Generate data from an equation, as HDF5 in the layout of PDEBench.",
      "",
      "SPEC is the name of a specification that comes with the program (--list), or a YAML file: "
          + "equation, parameters (fixed or drawn for each trajectory), domain.length, resolution, "
          + "solver, snapshots, initial and sets. docs/reference/equations.md describes it.",
      "An interrupted run leaves FILE.part; the same command resumes it."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  tfsno data generate E1 --out e1.h5",
      "  tfsno data generate E6 --reynolds 500 --out e6-re500.h5",
      "  tfsno data generate E4 --quick --out e4-quick.h5",
      "  tfsno data generate --list",
      "  tfsno data generate N1 --shard 3/16 --out n1-03.h5",
      "  tfsno data generate my-burgers.yaml --out my-burgers.h5",
      "",
      "my-burgers.yaml:",
      "  equation: burgers1d",
      "  parameters: {nu: {logUniform: [0.0025, 0.04]}}",
      "  resolution: 128",
      "  snapshots: {interval: 0.01, count: 51, skip: 5}",
      "  initial: {band: {modes: 8, rms: {uniform: [0.3, 0.6]}, decay: 0.5}}",
      "  sets: {train: {count: 64}, test: {count: 16}}"
    })
final class DataGenerateCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private DeviceOptions devices;
  @Mixin private GenerationOptions options;

  @Parameters(
      arity = "0..1",
      paramLabel = "SPEC",
      description = "E1 to E6, N1 to N6, or a YAML file")
  private String what;

  @Option(names = "--out", paramLabel = "FILE", description = "file to write; required")
  private Path out;

  @Option(names = "--list", description = "list the specifications that come with the program")
  private boolean list;

  @Option(names = "--print", description = "print the named specification, as a start for your own")
  private boolean print;

  @Option(names = "--force", description = "replace an existing file")
  private boolean force;

  @Option(names = "--json", description = "print one JSON document")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    if (list) {
      printList();
      return 0;
    }
    if (what == null) {
      throw new UserError(
          "a specification", "none", "Name E1 to E6, N1 to N6 or a YAML file, or add --list.");
    }
    if (print) {
      printSpec();
      return 0;
    }
    if (out == null) {
      throw new UserError("a file to write to", "none", "Add --out FILE.h5.");
    }
    GenerationRequest request = options.request(what);
    SetGenerator generator = new SetGenerator(request, devices.device(), devices.threads());
    long start = System.nanoTime();
    long before = generate(generator, options.title(what, request));
    double seconds = (System.nanoTime() - start) * 1e-9;
    print(request, before, seconds);
    return 0;
  }

  private void printList() {
    PrintWriter writer = spec.commandLine().getOut();
    if (json) {
      Json.print(
          writer,
          ShippedSpecs.names().stream()
              .map(n -> Map.of("name", n, "title", ShippedSpecs.of(n).title()))
              .toList());
      return;
    }
    Table table = new Table("SPEC", "TITLE", "SETS");
    for (String name : ShippedSpecs.names()) {
      table.row(
          name,
          ShippedSpecs.of(name).title(),
          ShippedSpecs.of(name).sets().entrySet().stream()
              .map(set -> set.getKey() + " " + set.getValue().count())
              .collect(Collectors.joining(", ")));
    }
    table.print(writer);
    writer.flush();
  }

  private void printSpec() {
    String name =
        ShippedSpecs.find(what)
            .orElseThrow(() -> Names.unknown("specification", what, ShippedSpecs.names()));
    spec.commandLine().getOut().print(ShippedSpecs.text(name));
    spec.commandLine().getOut().flush();
  }

  private long generate(SetGenerator generator, String title) {
    String farewell =
        "interrupted; finished trajectories are kept in %s.part. Run the same command again to continue."
            .formatted(out);
    try (Progress progress = new Progress(title, "trajectories")) {
      return OutputFile.namingForce(
          () ->
              Interruptible.run(farewell, stop -> generator.generate(out, force, stop, progress)));
    }
  }

  private void print(GenerationRequest request, long before, double seconds) throws IOException {
    PrintWriter writer = spec.commandLine().getOut();
    Map<String, Long> counts = new LinkedHashMap<>();
    List<SetPlan> sets = request.sets();
    sets.forEach(plan -> counts.put(plan.set().group(), plan.set().trajectories()));
    if (json) {
      Map<String, Object> d = new LinkedHashMap<>();
      d.put("file", out.toString());
      ShippedSpecs.find(what).ifPresent(name -> d.put("benchmark", name));
      d.put("train", counts.getOrDefault("train", 0L));
      d.put("test", counts.getOrDefault("test", 0L));
      d.put("sets", counts);
      d.put("shard", options.shard().toString());
      d.put("resumed_trajectories", before);
      d.put("seconds", seconds);
      d.put("bytes", Files.size(out));
      Json.print(writer, d);
      return;
    }
    writer.printf(
        "%s: %s, %s, %.1f MB, %.1f s%n",
        out, request.title(), text(counts), Files.size(out) / 1e6, seconds);
    if (before > 0) {
      writer.printf("%d of them were finished by an earlier run%n", before);
    }
    writer.flush();
  }

  /** Such as "64 training and 16 test trajectories". */
  private static String text(Map<String, Long> counts) {
    if (List.of("train", "test").containsAll(counts.keySet())) {
      return "%d training and %d test trajectories"
          .formatted(counts.getOrDefault("train", 0L), counts.getOrDefault("test", 0L));
    }
    return counts.entrySet().stream()
        .map(set -> set.getKey() + " " + set.getValue())
        .collect(Collectors.joining(", ", "trajectories ", ""));
  }
}
