package io.tfsno.cli;

import io.tfsno.base.UserError;
import io.tfsno.cli.console.DeviceOptions;
import io.tfsno.cli.console.Json;
import io.tfsno.cli.console.OutputFile;
import io.tfsno.cli.console.Progress;
import io.tfsno.cli.console.SvgFile;
import io.tfsno.cli.console.Table;
import io.tfsno.data.TrajectorySet;
import io.tfsno.data.file.DataFiles;
import io.tfsno.eval.BandCalibration;
import io.tfsno.eval.BandCalibrator;
import io.tfsno.eval.GateFollower;
import io.tfsno.eval.GateSwap;
import io.tfsno.eval.ScoredData;
import io.tfsno.eval.Scores;
import io.tfsno.report.AnalysisFigures;
import io.tfsno.report.FollowedFigure;
import io.tfsno.report.figure.Figure;
import io.tfsno.run.ScoredSteps;
import io.tfsno.run.TrainedModel;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "calibrate",
    description = {
      "Compare what the gates of a TF-SNO amplify with where the energy of the states is. "
          + "R_eff of a block is the correlation of power and mean gain 1 + delta over the wave "
          + "numbers with at least 1 %% of the largest power. Also print how much of delta "
          + "is the same for all states (still), how much depends on the state (adaptive), and how much "
          + "is at its limits (saturated). With --swap, measure what the gates are worth: errors of rollouts "
          + "whose gates see the true states, or are held at their mean."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  tfsno calibrate runs/e1",
      "  tfsno calibrate runs/e1 --figure bands.svg --export bands.csv",
      "  tfsno calibrate runs/e1 --figure times.svg --view times",
      "  tfsno calibrate runs/e1 --swap --trajectories 50"
    })
final class CalibrateCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private DeviceOptions devices;
  @Mixin private RunOnData on;

  @Option(
      names = "--trajectories",
      paramLabel = "N",
      description = "test trajectories to use (default: all)")
  private int trajectories;

  @Option(
      names = "--horizon",
      paramLabel = "T",
      description = "states per trajectory (default: 50, or as many as the set has)")
  private int horizon;

  @Option(
      names = "--spectrum",
      paramLabel = "S",
      defaultValue = "physical",
      description = "physical: power of the state (default); hidden: power of each block's input")
  private BandCalibrator.Spectrum spectrum;

  @Option(
      names = "--swap",
      description = {
        "also roll out with gates that see the true state instead of the model's own,",
        "and with gates held at their mean"
      })
  private boolean swap;

  /** What a figure shows. */
  enum View {
    /** Power and gain of every block, means over all states. */
    BANDS,
    /** One trajectory at four times, and the gate that moves most. */
    TIMES
  }

  @Option(names = "--figure", paramLabel = "F.svg", description = "draw power and gain")
  private Path figure;

  @Option(
      names = "--view",
      paramLabel = "V",
      defaultValue = "bands",
      description =
          "what the figure shows: bands, the means of every block (default); or times, the first "
              + "trajectory at four times and the gate that changes most")
  private View view;

  @Option(
      names = "--export",
      paramLabel = "F.csv",
      description = "write block, k, power, weight, in_K_eff")
  private Path export;

  @Option(names = "--force", description = "replace existing files")
  private boolean force;

  @Option(names = "--json", description = "print one JSON document")
  private boolean json;

  @Override
  public Integer call() {
    if (trajectories < 0 || horizon < 0) {
      throw new UserError(
          "--trajectories and --horizon > 0", trajectories + " and " + horizon, "Correct them.");
    }
    SvgFile.check(figure, force);
    if (view == View.TIMES && figure == null) {
      throw new UserError("--view with --figure", "no figure", "Add --figure F.svg.");
    }
    if (export != null) {
      OutputFile.requireFree(export, force);
    }
    devices.applyThreads();
    try (TrainedModel model = on.model(devices.execution());
        ScoredData data = on.data();
        Progress progress = new Progress("calibrating", "trajectories")) {
      TrajectorySet truth = data.set();
      data.warning().ifPresent(progress::note);
      BandCalibrator calibrator = new BandCalibrator(model, truth, trajectories, horizon, spectrum);
      List<BandCalibration> blocks = calibrator.measure(progress);
      Map<GateSwap.Gates, Scores> rollouts =
          swap ? new GateSwap(model, truth, trajectories, horizon).measure(progress) : Map.of();
      progress.close();
      if (figure != null) {
        SvgFile.write(drawn(model, truth, blocks), figure);
      }
      if (export != null) {
        DataFiles.replace(export, csv(blocks));
      }
      print(calibrator, blocks, rollouts);
    }
    return 0;
  }

  private Figure drawn(TrainedModel model, TrajectorySet truth, List<BandCalibration> blocks) {
    return switch (view) {
      case BANDS -> AnalysisFigures.calibration(blocks);
      case TIMES ->
          FollowedFigure.of(
              new GateFollower(model, truth, horizon).follow(),
              model.card().shape().grid().axis(0).length());
    };
  }

  private void print(
      BandCalibrator calibrator,
      List<BandCalibration> blocks,
      Map<GateSwap.Gates, Scores> rollouts) {
    PrintWriter out = spec.commandLine().getOut();
    String name = spectrum.name().toLowerCase(Locale.ROOT);
    if (json) {
      Map<String, Object> d = new LinkedHashMap<>();
      d.put("trajectories", calibrator.trajectories());
      d.put("steps", calibrator.steps());
      d.put("spectrum", name);
      d.put("blocks", blocks);
      if (swap) {
        d.put("rollouts", rollouts);
      }
      Json.print(out, d);
      return;
    }
    out.printf(
        "%d test trajectories, %d states of each, %s spectrum%n",
        calibrator.trajectories(), calibrator.steps(), name);
    Table table =
        new Table(
            "BLOCK",
            "R_EFF",
            "SPEARMAN",
            "R_EFF OF LOG P",
            "WAVES",
            "STILL",
            "ADAPTIVE",
            "SATURATED");
    for (BandCalibration b : blocks) {
      table.row(
          Integer.toString(b.block() + 1),
          number(b.pearson()),
          number(b.spearman()),
          number(b.logPearson()),
          b.effective() + " of " + b.bands().size(),
          "%.4f".formatted(b.activity().still()),
          "%.4f".formatted(b.activity().adaptive()),
          "%.0f %%".formatted(100 * b.activity().saturated()));
    }
    table.print(out);
    for (BandCalibration b : blocks) {
      if (b.warning() != null) {
        out.printf("block %d: undefined, %s%n", b.block() + 1, b.warning());
      }
    }
    if (swap) {
      printRollouts(out, rollouts);
    }
    out.flush();
  }

  private static void printRollouts(PrintWriter out, Map<GateSwap.Gates, Scores> rollouts) {
    int horizon = rollouts.get(GateSwap.Gates.OWN).steps().size();
    List<Integer> steps =
        Stream.concat(ScoredSteps.TOLD.stream().filter(s -> s < horizon), Stream.of(horizon))
            .toList();
    out.printf("%nrelative L2 errors of rollouts%n");
    List<String> head = new ArrayList<>(List.of("GATES ANSWER TO"));
    steps.forEach(s -> head.add("STEP " + s));
    Table table = new Table(head.toArray(String[]::new));
    rollouts.forEach(
        (gates, scores) -> {
          List<String> row = new ArrayList<>(List.of(described(gates)));
          steps.forEach(s -> row.add("%.5f".formatted(scores.at(s).l2().mean())));
          table.row(row.toArray(String[]::new));
        });
    table.print(out);
  }

  private static String described(GateSwap.Gates gates) {
    return switch (gates) {
      case OWN -> "the model's state";
      case TRUE -> "the true state";
      case STILL -> "nothing (their mean)";
    };
  }

  private static String number(double r) {
    return Double.isNaN(r) ? "-" : "%.3f".formatted(r);
  }

  private static String csv(List<BandCalibration> blocks) {
    StringBuilder text = new StringBuilder("block,k,power,weight,in_K_eff\n");
    for (BandCalibration b : blocks) {
      for (BandCalibration.Band band : b.bands()) {
        text.append(
            String.format(
                Locale.ROOT,
                "%d,%d,%.9e,%.9e,%d%n",
                b.block() + 1,
                band.k(),
                band.power(),
                band.weight(),
                band.effective() ? 1 : 0));
      }
    }
    return text.toString();
  }
}
