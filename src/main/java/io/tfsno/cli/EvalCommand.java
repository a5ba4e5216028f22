package io.tfsno.cli;

import io.tfsno.base.UserError;
import io.tfsno.cli.console.DeviceOptions;
import io.tfsno.cli.console.Json;
import io.tfsno.cli.console.Progress;
import io.tfsno.eval.Evaluation;
import io.tfsno.eval.Evaluator;
import io.tfsno.eval.ScoredData;
import io.tfsno.run.ScoredSteps;
import io.tfsno.run.TrainedModel;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "eval",
    description = {
      "Roll a trained model out over a test set and score every step.",
      "By default the model runs on its training grid and is scored on the set's own grid."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  tfsno eval runs/e1",
      "  tfsno eval runs/e1 --data other.h5 --steps 1,10,100 --horizon 100",
      "  tfsno eval runs/e1 --resolution 512",
      "  tfsno eval runs/channel --resolution 64x96",
      "  tfsno eval runs/e1 --single-steps"
    })
final class EvalCommand implements Callable<Integer> {
  private static final int LEAST_POINTS = 4;

  @Spec private CommandSpec spec;
  @Mixin private DeviceOptions devices;
  @Mixin private RunOnData on;

  @Option(
      names = "--steps",
      paramLabel = "N,N",
      split = ",",
      description = "steps to print (default: 1,10,25,50)")
  private List<Integer> steps = ScoredSteps.TOLD;

  @Option(
      names = "--horizon",
      paramLabel = "T",
      description = "rollout steps (default: 50, or as many as the set has)")
  private int horizon;

  @Option(
      names = "--resolution",
      paramLabel = "N|NxM",
      split = "x",
      description = "run and score on N points per axis, or on N x M")
  private List<Integer> resolution = List.of(0);

  @Option(
      names = "--single-steps",
      description = "start every step from the true state, so that errors do not accumulate")
  private boolean singly;

  @Option(names = "--json", description = "print one JSON document")
  private boolean json;

  @Override
  public Integer call() {
    devices.applyThreads();
    if (horizon < 0) {
      throw new UserError("--horizon > 0", Integer.toString(horizon), "Correct it.");
    }
    requirePoints();
    try (TrainedModel model = on.model(devices.execution());
        ScoredData data = on.data();
        Progress progress = new Progress("evaluating", "trajectories")) {
      Evaluator evaluator = new Evaluator(model, data.set(), horizon, resolution);
      Evaluation evaluation =
          singly ? evaluator.evaluateSingleSteps(progress) : evaluator.evaluate(progress);
      progress.close();
      EvalReport report = new EvalReport(evaluation, data, on.file(), steps);
      PrintWriter out = spec.commandLine().getOut();
      if (json) {
        Json.print(out, report.document());
      } else {
        report.print(out);
      }
    }
    return 0;
  }

  /** Fewer points hold no wave whose spectrum and derivative could be scored. */
  private void requirePoints() {
    boolean asked = !resolution.equals(List.of(0));
    if (asked && resolution.stream().anyMatch(n -> n < LEAST_POINTS)) {
      throw new UserError(
          "--resolution of at least " + LEAST_POINTS,
          resolution.stream().map(String::valueOf).collect(Collectors.joining("x")),
          "Correct it.");
    }
  }
}
