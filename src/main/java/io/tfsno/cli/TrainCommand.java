package io.tfsno.cli;

import io.tfsno.api.TrainingJob;
import io.tfsno.api.TrainingPlan;
import io.tfsno.base.Cancellation;
import io.tfsno.base.ConfigReader;
import io.tfsno.base.ProgressListener;
import io.tfsno.base.UserError;
import io.tfsno.cli.console.ConfigOverrides;
import io.tfsno.cli.console.DeviceOptions;
import io.tfsno.cli.console.Interruptible;
import io.tfsno.cli.console.Json;
import io.tfsno.cli.console.Progress;
import io.tfsno.cli.console.Table;
import io.tfsno.engine.group.LostRank;
import io.tfsno.engine.group.ProcessGroup;
import io.tfsno.engine.group.RankSettings;
import io.tfsno.nn.Execution;
import io.tfsno.run.RunFolder;
import io.tfsno.train.TrainConfig;
import io.tfsno.train.Trainer;
import java.io.PrintWriter;
import java.nio.file.Path;
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
import tools.jackson.databind.JsonNode;

@Command(
    name = "train",
    description = {
      "Train a model. The run folder holds its config, weights, metrics and provenance.",
      "Stop it at any time: --resume continues it and ends with the same bits.",
      "Several processes train together if torchrun's environment variables are set: see launch."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  tfsno train configs/e1-tfsno.yaml --out runs/e1",
      "  tfsno train configs/e1-tfsno.yaml --set training.epochs=20 --seed 2",
      "  tfsno train --resume runs/e1",
      "  tfsno train --resume runs/e1 --epochs 1000",
      "  tfsno train mine.yaml --out runs/mine --resume-or-start",
      "  tfsno train mine.yaml --from models/e1-fno"
    })
final class TrainCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private DeviceOptions devices;

  @Parameters(
      arity = "0..1",
      paramLabel = "CONFIG.yaml",
      description = "model, data and training settings")
  private Path config;

  @Option(names = "--set", paramLabel = "a.b=c", description = "override a value of the config")
  private List<String> settings = List.of();

  @Option(
      names = "--out",
      paramLabel = "RUN",
      description = "run folder (default: runs/NAME, the config's name)")
  private Path out;

  @Option(names = "--resume", paramLabel = "RUN", description = "resume a run")
  private Path resume;

  @Option(
      names = "--accept-changes",
      description = "with --resume: continue even though the run's config.yaml was changed")
  private boolean acceptChanges;

  @Option(
      names = "--resume-or-start",
      description = "with CONFIG.yaml: resume the run in --out if there is one, otherwise start it")
  private boolean resumeOrStart;

  @Option(
      names = "--epochs",
      paramLabel = "N",
      description = "with --resume: train to N epochs in total, even if the run has finished")
  private Integer epochs;

  @Option(
      names = "--from",
      paramLabel = "RUN",
      description = "start from the weights of a run (fine-tuning), with its normalisation")
  private Path from;

  @Option(names = "--seed", paramLabel = "S", description = "seed, instead of the config's")
  private Long seed;

  @Option(names = "--force", description = "start over in a folder that holds a run")
  private boolean force;

  @Option(names = "--json", description = "print one JSON document")
  private boolean json;

  @Override
  public Integer call() {
    requireOptionsThatFit();
    RankSettings place = RankSettings.from(System.getenv());
    LaunchedRank.endWithTheLauncher();
    devices.applyThreads(place);
    Execution execution = devices.execution(place);
    TrainingPlan plan = resume != null ? resumed() : started();
    try (ProcessGroup group = ProcessGroup.join(place, execution.device())) {
      group.requireSame("training", plan.identity());
      if (place.leads() && plan.isInTheWay()) {
        throw new UserError(
            "%s: expected no run there yet, found one. Choose another --out, continue it with --resume, or add --force to start over."
                .formatted(plan.folder()));
      }
      try (TrainingJob job = plan.open(place.leads())) {
        Trainer trainer = new Trainer(job.config(), job.data(), job.run(), execution, group);
        if (acceptChanges) {
          trainer.acceptingChanges();
        }
        Trainer.Result result = train(trainer, job.run().path(), place);
        if (place.leads()) {
          print(job.run().path(), result);
        }
      }
    }
    return 0;
  }

  private void requireOptionsThatFit() {
    if ((config == null) == (resume == null)) {
      throw new UserError(
          "either CONFIG.yaml or --resume RUN", config == null ? "neither" : "both", "See --help.");
    }
    if (epochs != null && resume == null) {
      throw new UserError(
          "--epochs with --resume RUN", "CONFIG.yaml", "Use --set training.epochs=" + epochs + ".");
    }
    if (acceptChanges && resume == null) {
      throw new UserError("--accept-changes with --resume RUN", "CONFIG.yaml", "Leave it out.");
    }
    if (resumeOrStart && (resume != null || force)) {
      throw new UserError(
          "--resume-or-start with CONFIG.yaml alone",
          resume != null ? "--resume with it" : "--force with it",
          "Leave one of them out.");
    }
  }

  private Trainer.Result train(Trainer trainer, Path run, RankSettings place) {
    String farewell =
        "interrupted; the last checkpoint is in %s. Continue with: tfsno train --resume %s"
            .formatted(run, run);
    try (Progress progress = new Progress("training", "updates")) {
      ProgressListener listener = place.leads() ? progress : ProgressListener.NONE;
      return Interruptible.run(farewell, stop -> train(trainer, run, stop, listener));
    }
  }

  private static Trainer.Result train(
      Trainer trainer, Path run, Cancellation stop, ProgressListener listener) {
    try {
      return trainer.train(stop, listener);
    } catch (UserError e) {
      String flagged = e.getMessage().replace(Trainer.ACCEPT_CHANGES, "add --accept-changes");
      throw flagged.equals(e.getMessage()) ? e : new UserError(flagged, e);
    } catch (LostRank e) {
      stop.check(); // all were asked to stop, and another did so first
      throw new UserError(
          "training stopped: %s. Nothing is lost up to the last checkpoint: start all ranks again with: train --resume %s"
              .formatted(e.getMessage(), run),
          e);
    }
  }

  private TrainingPlan started() {
    JsonNode tree = ConfigReader.tree(config.toString(), ConfigReader.text(config));
    ConfigOverrides.apply(tree, settings);
    if (seed != null) {
      ConfigOverrides.apply(tree, List.of("seed=" + seed));
    }
    TrainConfig given = ConfigReader.bind(config.toString(), tree, TrainConfig.class);
    TrainConfig read = from == null ? given : given.from(from.toAbsolutePath().normalize());
    Path folder = out != null ? out : Path.of("runs", folderName(read.name()));
    TrainingPlan start =
        TrainingPlan.start(read, config.toAbsolutePath().getParent(), folder, force);
    return resumeOrStart ? start.orResumed() : start;
  }

  /** A name with slashes would lead out of the folder of runs. */
  private static String folderName(String name) {
    if (!name.matches("[^/\\\\\\p{Cntrl}]{1,200}") || name.matches("\\.{1,2}")) {
      throw new UserError(
          "a 'name' that a folder below runs can have",
          "'" + name + "'",
          "Change it, or add --out.");
    }
    return name;
  }

  private TrainingPlan resumed() {
    if (!settings.isEmpty() || seed != null || out != null || from != null) {
      throw new UserError(
          "--resume alone, or with --epochs: a run continues as it was started",
          "--set, --seed, --out or --from with it",
          "Start a new run to change it.");
    }
    TrainingPlan plan = TrainingPlan.resume(resume);
    return epochs == null ? plan : plan.lasting(epochs);
  }

  private void print(Path run, Trainer.Result r) {
    PrintWriter writer = spec.commandLine().getOut();
    if (json) {
      Map<String, Object> d = new LinkedHashMap<>();
      d.put("run", run.toString());
      d.put("result", r);
      Json.print(writer, d);
      return;
    }
    writer.printf(
        "%s: %d parameters, %d epochs in %.1f s; validation error %s (epoch %d)%n",
        run,
        r.parameters(),
        r.epochs(),
        r.seconds(),
        Table.error(r.validationError()),
        r.bestEpoch());
    writer.printf("weights: %s%n", run.resolve(RunFolder.MODEL));
    writer.flush();
  }
}
