package io.tfsno.cli;

import io.tfsno.api.TrainingJob;
import io.tfsno.api.TrainingPlan;
import io.tfsno.base.ConfigReader;
import io.tfsno.cli.console.DeviceOptions;
import io.tfsno.cli.console.Interruptible;
import io.tfsno.cli.console.Json;
import io.tfsno.cli.console.Progress;
import io.tfsno.cli.console.Table;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.generate.SetGenerator;
import io.tfsno.data.generate.SetRequest;
import io.tfsno.engine.Device;
import io.tfsno.eval.Evaluation;
import io.tfsno.eval.Evaluator;
import io.tfsno.eval.Scores;
import io.tfsno.nn.Execution;
import io.tfsno.pde.catalogue.Benchmark;
import io.tfsno.pde.catalogue.Profile;
import io.tfsno.report.HtmlReport;
import io.tfsno.run.ScoredSteps;
import io.tfsno.run.TrainedModel;
import io.tfsno.train.TrainConfig;
import io.tfsno.train.Trainer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
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
import picocli.CommandLine.Spec;

@Command(
    name = "demo",
    description = {
      "The main job on a small scale: make a small Burgers set, train TF-SNO and FNO under the same "
          + "budget, roll both out over unseen trajectories, print the errors and write a report."
    },
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  tfsno demo"})
final class DemoCommand implements Callable<Integer> {
  private static final int TRAIN = 160;
  private static final int TEST = 32;
  private static final List<String> MODELS = List.of("tfsno", "fno");

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
      description = "budget of each training (default: ${DEFAULT-VALUE})")
  private int epochs;

  @Option(names = "--json", description = "print one JSON document")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    long start = System.nanoTime();
    Files.createDirectories(out);
    devices.applyThreads();
    Execution execution = devices.execution();
    Path data = out.resolve("e1-small.h5").toAbsolutePath();
    generate(data, execution.device());
    List<Evaluation> evaluations = new ArrayList<>();
    for (String model : MODELS) {
      evaluations.add(trainAndEvaluate(model, data, execution));
    }
    Path report = out.resolve("report.html");
    try (Progress progress = new Progress("report", "trajectories")) {
      ReportCommand.write(HtmlReport.of(out, execution, progress), report);
    }
    print(evaluations, report, (System.nanoTime() - start) * 1e-9);
    return 0;
  }

  private void generate(Path data, Device device) {
    SetRequest request =
        new SetRequest(Benchmark.named("E1"), TRAIN, TEST, Benchmark.MASTER_SEED, Profile.QUICK, 0);
    try (Progress progress = new Progress("data", "trajectories")) {
      Interruptible.run(
          "interrupted; nothing is lost, run the demo again",
          stop ->
              new SetGenerator(request, device, devices.threads())
                  .generate(data, true, stop, progress));
    }
  }

  private Evaluation trainAndEvaluate(String model, Path data, Execution execution) {
    String yaml =
        """
        name: %s
        data: {file: "%s"}
        model: {name: %s, predictDelta: true}
        training: {epochs: %d}
        validation: {trajectories: 16, every: 10, horizon: 50}
        """
            .formatted(model, data.toString().replace("\\", "/"), model, epochs);
    TrainConfig config = ConfigReader.parse("demo", yaml, TrainConfig.class);
    try (TrainingJob job = TrainingPlan.start(config, out, out.resolve(model), true).open(true);
        Progress progress = new Progress("training " + model, "updates")) {
      Trainer trainer = new Trainer(job.config(), data, job.run(), execution);
      Interruptible.run(
          "interrupted; continue with: tfsno train --resume " + job.run().path(),
          stop -> trainer.train(stop, progress));
    }
    try (TrainedModel trained = TrainedModel.load(out.resolve(model), execution);
        TrajectoryFile file = TrajectoryFile.open(data);
        Progress progress = new Progress("evaluating " + model, "trajectories")) {
      return new Evaluator(trained, file.set("test"), 0, 0).evaluate(progress);
    }
  }

  private void print(List<Evaluation> evaluations, Path report, double seconds) {
    PrintWriter writer = spec.commandLine().getOut();
    if (json) {
      Map<String, Object> d = new LinkedHashMap<>();
      d.put("evaluations", evaluations);
      d.put("report", report.toString());
      d.put("seconds", seconds);
      Json.print(writer, d);
      return;
    }
    Evaluation first = evaluations.get(0);
    writer.printf(
        "%nRelative L2 error on %d unseen trajectories of 1D Burgers, rolled out %d steps:%n%n",
        first.trajectories(), first.horizon());
    List<String> heads = new ArrayList<>(List.of("MODEL"));
    ScoredSteps.TOLD.forEach(step -> heads.add("STEP " + step));
    heads.addAll(List.of("1.." + first.horizon(), "PARAMETERS"));
    Table table = new Table(heads.toArray(String[]::new));
    for (Evaluation e : evaluations) {
      row(table, e.model(), e.scores(), "%,d".formatted(e.parameters()));
    }
    row(table, "copying", first.persistence(), "");
    table.print(writer);
    writer.printf("%nreport: %s%n%.0f s in all%n", report, seconds);
    writer.flush();
  }

  private static void row(Table table, String name, Scores s, String parameters) {
    List<String> cells = new ArrayList<>(List.of(name));
    ScoredSteps.TOLD.forEach(step -> cells.add("%.4f".formatted(s.at(step).l2().mean())));
    cells.addAll(List.of("%.4f".formatted(s.overall().l2().mean()), parameters));
    table.row(cells.toArray(String[]::new));
  }
}
