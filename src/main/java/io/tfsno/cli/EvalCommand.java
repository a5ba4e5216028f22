package io.tfsno.cli;

import io.tfsno.base.UserError;
import io.tfsno.cli.console.DeviceOptions;
import io.tfsno.cli.console.Json;
import io.tfsno.cli.console.Progress;
import io.tfsno.cli.console.Table;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.eval.Evaluation;
import io.tfsno.eval.Evaluator;
import io.tfsno.eval.Scores;
import io.tfsno.run.TrainedModel;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
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
      defaultValue = "1,10,25,50",
      description = "steps to print (default: ${DEFAULT-VALUE})")
  private List<Integer> steps;

  @Option(
      names = "--horizon",
      paramLabel = "T",
      description = "rollout steps (default: 50, or what the set has)")
  private int horizon;

  @Option(
      names = "--resolution",
      paramLabel = "N",
      description = "run and score on N points per axis")
  private int resolution;

  @Option(
      names = "--single-steps",
      description = "begin every step at the true state before it, so that errors do not add up")
  private boolean singly;

  @Option(names = "--json", description = "print one JSON document")
  private boolean json;

  @Override
  public Integer call() {
    devices.applyThreads();
    if (horizon < 0) {
      throw new UserError("--horizon > 0", Integer.toString(horizon), "Correct it.");
    }
    // Fewer points hold no wave whose spectrum and derivative could be scored.
    if (resolution != 0 && resolution < LEAST_POINTS) {
      throw new UserError(
          "--resolution of at least " + LEAST_POINTS, Integer.toString(resolution), "Correct it.");
    }
    try (TrainedModel model = on.model(devices.device());
        TrajectoryFile file = on.file();
        Progress progress = new Progress("evaluating", "trajectories")) {
      Evaluator evaluator = new Evaluator(model, file.setOrFirst("test"), horizon, resolution);
      Evaluation evaluation =
          singly ? evaluator.evaluateSingleSteps(progress) : evaluator.evaluate(progress);
      progress.close();
      PrintWriter out = spec.commandLine().getOut();
      if (json) {
        Json.print(out, evaluation);
      } else {
        print(out, evaluation);
      }
    }
    return 0;
  }

  private void print(PrintWriter out, Evaluation e) {
    out.printf(
        "%s (%,d parameters), %d trajectories, %d steps%s, %s%n",
        e.model(),
        e.parameters(),
        e.trajectories(),
        e.horizon(),
        e.singly() ? ", each from the true state before it" : "",
        e.protocol());
    Table table = new Table("STEP", "MSE", "L2", "+-", "H1", "COPYING L2", "FLOOR L2");
    for (int step : steps.stream().filter(s -> s >= 1 && s <= e.horizon()).toList()) {
      row(table, Integer.toString(step), e, step);
    }
    row(table, "1.." + e.horizon(), e, 0);
    table.print(out);
    Scores s = e.scores();
    out.printf(
        "spectrum at step %d: PSRE %.4f, SCE %.4f (copying: %.4f, %.4f)%n",
        e.horizon(),
        s.psre().mean(),
        s.sce().mean(),
        e.persistence().psre().mean(),
        e.persistence().sce().mean());
    if (s.nonFinite() > 0) {
      out.printf("%d rollouts left the finite numbers; medians: %s%n", s.nonFinite(), medians(e));
    }
    out.flush();
  }

  private String medians(Evaluation e) {
    return String.join(
        ", ",
        steps.stream()
            .filter(s -> s >= 1 && s <= e.horizon())
            .map(s -> "step %d L2 %.4f".formatted(s, e.scores().at(s).l2().median()))
            .toList());
  }

  private static void row(Table table, String name, Evaluation e, int step) {
    Scores.Step s = pick(e.scores(), step);
    String floor = e.floor() == null ? "-" : "%.2e".formatted(pick(e.floor(), step).l2().mean());
    table.row(
        name,
        "%.3e".formatted(s.mse().mean()),
        "%.4f".formatted(s.l2().mean()),
        "%.4f".formatted(s.l2().deviation()),
        "%.4f".formatted(s.h1().mean()),
        "%.4f".formatted(pick(e.persistence(), step).l2().mean()),
        floor);
  }

  private static Scores.Step pick(Scores scores, int step) {
    return step == 0 ? scores.overall() : scores.at(step);
  }
}
