package io.tfsno.cli;

import io.tfsno.api.TrainingJob;
import io.tfsno.api.TrainingPlan;
import io.tfsno.base.UserError;
import io.tfsno.cli.console.DeviceOptions;
import io.tfsno.cli.console.Interruptible;
import io.tfsno.cli.console.Json;
import io.tfsno.cli.console.Progress;
import io.tfsno.cli.console.Table;
import io.tfsno.data.file.DataFiles;
import io.tfsno.data.generate.SetGenerator;
import io.tfsno.data.generate.Shard;
import io.tfsno.data.generate.ShippedSpecs;
import io.tfsno.data.generate.SpecRequest;
import io.tfsno.engine.Device;
import io.tfsno.eval.Evaluation;
import io.tfsno.eval.Scores;
import io.tfsno.nn.Execution;
import io.tfsno.report.HtmlReport;
import io.tfsno.run.ScoredSteps;
import io.tfsno.train.Trainer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "demo",
    description = {
      "Show the main result on a small scale: generate a Burgers set in which every trajectory has "
          + "its own hidden viscosity; train TF-SNO, which recognises it, and FNO without memory, "
          + "with the same memory, and with the viscosity given, all under the same budget; roll "
          + "them out over unseen trajectories, print the errors and write a report."
    },
    mixinStandardHelpOptions = true,
    footer = {"", "Examples:", "  tfsno demo", "  tfsno demo --seed 2 --out demo-2"})
final class DemoCommand implements Callable<Integer> {
  private static final Map<String, Integer> COUNTS =
      Map.of("train", 200, "valid", 32, "test", 64, "outside", 0);

  /** Six that are observed, the sixth being the start of a rollout, and 50 steps. */
  private static final int SNAPSHOTS = 56;

  @Spec private CommandSpec spec;
  @Mixin private DeviceOptions devices;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "demo",
      description = "folder for data, runs and report; an earlier demo there is replaced")
  private Path out;

  @Option(
      names = "--epochs",
      paramLabel = "N",
      defaultValue = "60",
      description = "epochs of each training (default: ${DEFAULT-VALUE})")
  private int epochs;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "seed of the initial weights and the batches (default: ${DEFAULT-VALUE})")
  private long seed;

  @Option(names = "--json", description = "print one JSON document")
  private boolean json;

  @Override
  public Integer call() {
    long start = System.nanoTime();
    makeFolder();
    devices.applyThreads();
    Execution execution = devices.execution();
    Path data = out.resolve("n1-small.h5").toAbsolutePath();
    generate(data, execution.device());
    List<Path> runs = new ArrayList<>();
    for (DemoModel model : DemoModel.values()) {
      runs.add(train(model, data, execution));
    }
    Path page = out.resolve("report.html");
    List<Evaluation> evaluations;
    try (Progress progress = new Progress("evaluating", "trajectories")) {
      HtmlReport report = HtmlReport.ofRuns(runs, execution, progress);
      DataFiles.replace(page, report.page());
      report.extremes().ifPresent(figure -> figure.write(out.resolve("figure.svg")));
      evaluations = report.evaluations();
    }
    print(evaluations, page, (System.nanoTime() - start) * 1e-9);
    return 0;
  }

  private void makeFolder() {
    try {
      Files.createDirectories(out);
    } catch (IOException e) {
      throw new UserError(
          "%s: expected a folder, or a place for one. Choose another with --out.".formatted(out),
          e);
    }
  }

  private void generate(Path data, Device device) {
    SpecRequest request =
        new SpecRequest(
            ShippedSpecs.of("N1"), "N1", out, COUNTS, null, "quick", SNAPSHOTS, Shard.WHOLE);
    try (Progress progress = new Progress("data", "trajectories")) {
      Interruptible.run(
          "interrupted; nothing is lost: run the demo again",
          stop ->
              new SetGenerator(request, device, devices.threads())
                  .generate(data, true, stop, progress));
    }
  }

  private Path train(DemoModel model, Path data, Execution execution) {
    Path folder = out.resolve(model.folder());
    try (TrainingJob job =
            TrainingPlan.start(model.config(data, epochs, seed), out, folder, true).open(true);
        Progress progress = new Progress("training " + model.title(), "updates")) {
      Trainer trainer = new Trainer(job.config(), data, job.run(), execution);
      Interruptible.run(
          "interrupted; continue with: tfsno train --resume " + job.run().path(),
          stop -> trainer.train(stop, progress));
      return job.run().path();
    }
  }

  private void print(List<Evaluation> evaluations, Path report, double seconds) {
    PrintWriter writer = spec.commandLine().getOut();
    if (json) {
      Map<String, Object> d = new LinkedHashMap<>();
      d.put("hidden", "nu");
      d.put("models", Arrays.stream(DemoModel.values()).map(this::described).toList());
      d.put("evaluations", evaluations);
      d.put("report", report.toString());
      d.put("seconds", seconds);
      Json.print(writer, d);
      return;
    }
    Evaluation first = evaluations.get(0);
    writer.printf(
        """

        Hidden: the viscosity nu, another one in each trajectory, from 0.0025 to 0.04.
        Relative L2 error on %d unseen trajectories of 1D Burgers, rolled out %d steps from the sixth state:

        """,
        first.trajectories(), first.horizon());
    List<String> heads = new ArrayList<>(List.of("MODEL", "KNOWS OF NU"));
    ScoredSteps.TOLD.forEach(step -> heads.add("STEP " + step));
    heads.addAll(List.of("1.." + first.horizon(), "PARAMETERS"));
    Table table = new Table(heads.toArray(String[]::new));
    Iterator<Evaluation> next = evaluations.iterator();
    for (DemoModel model : DemoModel.values()) {
      Evaluation e = next.next();
      row(table, model.title(), model.knows(), e.scores(), "%,d".formatted(e.parameters()));
    }
    row(table, "copying", "", first.persistence(), "");
    table.print(writer);
    writer.printf(
        "%nreport: %s%nwatch:  tfsno serve --models %s%n%.0f s in all%n", report, out, seconds);
    writer.flush();
  }

  private Map<String, String> described(DemoModel model) {
    Map<String, String> d = new LinkedHashMap<>();
    d.put("name", model.title());
    d.put("knows", model.knows());
    d.put("run", out.resolve(model.folder()).toString());
    return d;
  }

  private static void row(Table table, String name, String knows, Scores s, String parameters) {
    List<String> cells = new ArrayList<>(List.of(name, knows));
    ScoredSteps.TOLD.forEach(step -> cells.add("%.4f".formatted(s.at(step).l2().mean())));
    cells.addAll(List.of("%.4f".formatted(s.overall().l2().mean()), parameters));
    table.row(cells.toArray(String[]::new));
  }
}
