package io.tfsno.cli;

import io.tfsno.cli.console.DeviceOptions;
import io.tfsno.cli.console.Json;
import io.tfsno.cli.console.Progress;
import io.tfsno.cli.console.SvgFile;
import io.tfsno.cli.console.Table;
import io.tfsno.data.TrajectorySet;
import io.tfsno.eval.GainMap;
import io.tfsno.eval.ScoredData;
import io.tfsno.eval.StabilityAnalysis;
import io.tfsno.eval.StabilityReport;
import io.tfsno.operator.BlockConstants;
import io.tfsno.report.AnalysisFigures;
import io.tfsno.run.TrainedModel;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "stability",
    description = {
      "Compute the constants of the local stability bound of every block of a TF-SNO, and how much small "
          + "perturbations actually grow: in each block, in a whole step, and along rollouts. Also both sides of the "
          + "two inequalities for every gate, and how the distance between pairs of states changes from "
          + "step to step. For models without such blocks, only the step and the rollouts.",
      "Parameters and static fields are taken from the data; models with a history, "
          + "explicit time, forcing, or gates that see parameters are refused."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  tfsno stability runs/e1 --data data/e1.h5",
      "  tfsno stability runs/e1 --figure gains.svg"
    })
final class StabilityCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private DeviceOptions devices;
  @Mixin private RunOnData on;

  @Option(
      names = "--trajectories",
      paramLabel = "N",
      defaultValue = "8",
      description = "rollouts, from initial states of the test set (default: ${DEFAULT-VALUE})")
  private int trajectories;

  @Option(
      names = "--horizon",
      paramLabel = "T",
      description = "rollout steps (default: 50, or as many as the set has)")
  private int horizon;

  @Option(
      names = "--examine",
      paramLabel = "N",
      defaultValue = "10",
      description = "steps to examine, spread over the rollout (default: ${DEFAULT-VALUE})")
  private int examine;

  @Option(
      names = "--figure",
      paramLabel = "F.svg",
      description = {
        "draw growth, and every block's gains and norm over wave numbers and",
        "steps, next to the spectrum of the state"
      })
  private Path figure;

  @Option(names = "--force", description = "replace an existing figure")
  private boolean force;

  @Option(names = "--json", description = "print one JSON document")
  private boolean json;

  @Override
  public Integer call() {
    SvgFile.check(figure, force);
    devices.applyThreads();
    try (TrainedModel model = on.model(devices.execution());
        ScoredData data = on.data();
        Progress progress = new Progress("rollout", "steps")) {
      TrajectorySet set = data.set();
      data.warning().ifPresent(progress::note);
      StabilityReport report =
          new StabilityAnalysis(model, set, trajectories, horizon, examine).analyse(progress);
      progress.close();
      if (figure != null) {
        List<GainMap> gains = GainMap.along(model, set, 0, report.horizon());
        SvgFile.write(AnalysisFigures.stability(report, gains), figure);
      }
      PrintWriter out = spec.commandLine().getOut();
      if (json) {
        Json.print(out, report);
      } else {
        print(out, report);
      }
    }
    return 0;
  }

  private static void print(PrintWriter out, StabilityReport r) {
    out.printf(
        "%s, %d rollouts of %d steps, examined at %d of them%n",
        r.model(), r.trajectories(), r.horizon(), r.examined().size());
    if (r.blocks().isEmpty()) {
      out.println(
          "no blocks: the bound and its constants are defined for tfsno without local terms only");
    } else {
      blocks(out, r.blocks());
      gates(out, r.blocks());
    }
    StabilityReport.Step s = r.step();
    out.printf(
        "whole step: %smeasured %s (random changes), %s (worst found)%n",
        bound(s), number(s.largestMeasured()), number(s.largestWorst()));
    if (r.pairs() != null) {
      pairs(out, r);
    }
    out.printf(
        "a random change of the first state, after %d steps: x %s (per step x %.4f)%n",
        r.horizon(),
        number(s.growth()[r.horizon() - 1]),
        Math.pow(s.growth()[r.horizon() - 1], 1.0 / r.horizon()));
    out.flush();
  }

  private static String bound(StabilityReport.Step step) {
    if (Double.isNaN(step.bound())) {
      return "";
    }
    String kept =
        Double.isNaN(step.target()) ? "" : " (contraction.step %s)".formatted(step.target());
    return "bound %s%s, ".formatted(number(step.bound()), kept);
  }

  private static void pairs(PrintWriter out, StabilityReport r) {
    StabilityReport.Pairs p = r.pairs();
    String truth = p.truth() == null ? "" : "; in the data: " + ratios(p.truth());
    out.printf(
        "%d pairs of states, distance after a step over before: %s%s%n",
        p.pairs(), ratios(p.model()), truth);
    out.printf(
        "their distance after %d steps: x %s%n", r.horizon(), number(p.apart()[r.horizon() - 1]));
  }

  private static String ratios(StabilityReport.Ratios ratios) {
    return "mean %s, largest %s".formatted(number(ratios.mean()), number(ratios.largest()));
  }

  private static void gates(PrintWriter out, List<StabilityReport.Block> blocks) {
    if (blocks.stream().allMatch(b -> b.gate() == null)) {
      return;
    }
    Table table = new Table("GATE", "ON OUTPUT: BOUND", "MEASURED", "OF STATE: BOUND", "MEASURED");
    for (StabilityReport.Block b : blocks) {
      StabilityReport.Gate g = b.gate();
      if (g != null) {
        table.row(
            Integer.toString(b.block() + 1),
            number(g.outputBound()),
            number(g.output()),
            number(g.stateBound()),
            number(g.state()));
      }
    }
    table.print(out);
  }

  private static void blocks(PrintWriter out, List<StabilityReport.Block> blocks) {
    Table table =
        new Table(
            "BLOCK",
            "ALPHA",
            "M_PHI",
            "M_W",
            "L_M",
            "L_S",
            "R",
            "BRACKET",
            "BOUND",
            "MEASURED",
            "WORST");
    for (StabilityReport.Block b : blocks) {
      BlockConstants k = b.constants();
      table.row(
          Integer.toString(b.block() + 1),
          number(k.alpha()),
          number(k.spectral()),
          number(k.pointwise()),
          number(k.metaNet()),
          number(k.statistics()),
          number(k.radius()),
          number(b.bracket()),
          number(b.bound()),
          number(b.measured()),
          number(b.worst()));
    }
    table.print(out);
  }

  private static String number(double value) {
    return Double.isFinite(value) ? Table.number(value) : Double.toString(value);
  }
}
