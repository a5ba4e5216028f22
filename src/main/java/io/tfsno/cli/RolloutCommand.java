package io.tfsno.cli;

import io.tfsno.base.UserError;
import io.tfsno.cli.console.DeviceOptions;
import io.tfsno.cli.console.Interruptible;
import io.tfsno.cli.console.Json;
import io.tfsno.cli.console.OutputFile;
import io.tfsno.cli.console.Progress;
import io.tfsno.eval.rollout.RolloutFile;
import io.tfsno.eval.rollout.StatedConditions;
import io.tfsno.run.TrainedModel;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "rollout",
    description = {
      "Predict from any initial fields.",
      "*.npy in: [batch, channels, N...]; *.h5 in: the first states of its (test) set.",
      "*.npy out: float32 [batch, steps+1, channels, N...]; *.h5 out: our data layout.",
      "A model with a history or a context of F states starts from F of them: [batch, F, channels, N...], or "
          + "the first F of the set. The prediction starts from the last of them.",
      "Parameters, fields and times that the model needs are read from the *.h5 by "
          + "name; the options provide or replace them."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  tfsno rollout runs/e1 --input u0.npy --steps 100 --out p.npy",
      "  tfsno rollout runs/m --input u0.npy --parameter nu=0.01 --steps 9 --out p.h5",
      "  tfsno rollout runs/m --input test.h5 --field k=k.npy --steps 20 --out p.h5"
    })
final class RolloutCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private DeviceOptions devices;

  @Parameters(paramLabel = "RUN", description = "a run folder, or a model.safetensors")
  private Path run;

  @Option(names = "--input", paramLabel = "FILE", required = true, description = "initial fields")
  private Path input;

  @Mixin private PredictionConditions conditions;

  @Option(names = "--steps", paramLabel = "N", required = true, description = "steps to predict")
  private int steps;

  @Option(names = "--out", paramLabel = "FILE", required = true, description = "file to write")
  private Path out;

  @Option(names = "--force", description = "replace an existing file")
  private boolean force;

  @Option(names = "--json", description = "print one JSON document")
  private boolean json;

  @Override
  public Integer call() {
    if (steps < 1 || steps > 1_000_000) {
      throw new UserError("--steps from 1 to 1000000", Integer.toString(steps), "Correct it.");
    }
    devices.applyThreads();
    OutputFile.requireFree(out, force);
    OutputFile.requireFormat(out);
    StatedConditions stated = conditions.stated();
    long start = System.nanoTime();
    RolloutFile.Summary summary;
    try (TrainedModel model = TrainedModel.load(run, devices.execution());
        Progress progress = new Progress("rollout", "steps")) {
      summary =
          Interruptible.run(
              "interrupted; nothing was written to " + out,
              stop ->
                  PredictionConditions.namingFlags(
                      () -> RolloutFile.write(model, input, stated, steps, out, stop, progress)));
    }
    print(summary, (System.nanoTime() - start) * 1e-9);
    return 0;
  }

  private void print(RolloutFile.Summary summary, double seconds) {
    PrintWriter writer = spec.commandLine().getOut();
    if (json) {
      Map<String, Object> d = new LinkedHashMap<>();
      d.put("file", out.toString());
      d.put("fields", summary.fields());
      d.put("steps", steps);
      d.put("non_finite", summary.nonFinite());
      d.put("model_resolution", summary.ran());
      d.put("resolution", summary.stored());
      d.put("seconds", seconds);
      Json.print(writer, d);
      return;
    }
    writer.printf(
        "%s: %d field(s), %d steps, run on %s points and stored on %s, %.2f s%s%n",
        out,
        summary.fields(),
        steps,
        summary.ran(),
        summary.stored(),
        seconds,
        summary.nonFinite() > 0
            ? "; " + summary.nonFinite() + " prediction(s) became non-finite"
            : "");
    writer.flush();
  }
}
