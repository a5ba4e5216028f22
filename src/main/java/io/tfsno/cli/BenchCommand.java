package io.tfsno.cli;

import io.tfsno.base.Cancellation;
import io.tfsno.base.UserError;
import io.tfsno.bench.Cell;
import io.tfsno.bench.Declarations;
import io.tfsno.bench.Plan;
import io.tfsno.bench.Protocol;
import io.tfsno.bench.Suite;
import io.tfsno.bench.SuiteRunner;
import io.tfsno.cli.console.Advised;
import io.tfsno.cli.console.DeviceOptions;
import io.tfsno.cli.console.Interruptible;
import io.tfsno.cli.console.Json;
import io.tfsno.cli.console.Progress;
import io.tfsno.cli.console.Table;
import io.tfsno.nn.Execution;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "bench",
    description = {
      "Run an experiment of the paper: train and score many models under one protocol.",
      "Each finished cell is a file DIR/ledger/KEY.json. Stop and resume at any time; several "
          + "processes may share a folder; to merge the ledgers of shards, copy them together.",
      "",
      "Suites: main, ablation, features, cross-re, controllers, metanet, spectral, gate; "
          + "all of these; local, the parts of TF-SNO-L; regimes, laws that are hidden (N1 to N6); "
          + "or a file *.yaml with a suite of your own, on our data or yours."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  tfsno bench main --budget smoke --out results-smoke",
      "  tfsno bench main --budget full --only 'E1-*' --parallel 8 --out results",
      "  tfsno bench ablation --budget quick --shard 1/2 --out results",
      "  tfsno bench my-suite.yaml --out my-results",
      "A suite on your own data, my-suite.yaml, next to flow.h5:",
      "  data: flow.h5",
      "  models: [fno, {name: unet, channels: [8, 16, 32], as: small-unet}]",
      "  seeds: [1, 2]",
      "  config: {training: {epochs: 50}}"
    })
final class BenchCommand implements Callable<Integer> {
  private static final int PARALLEL_ON_GPU = 4;
  private static final double MOST_MINUTES = 1e6;

  @Spec private CommandSpec spec;
  @Mixin private DeviceOptions devices;

  @Parameters(paramLabel = "SUITE", description = "name of a suite, or a file *.yaml")
  private String suite;

  @Option(
      names = "--budget",
      paramLabel = "B",
      description = "smoke, quick (100 epochs) or full (500) (default: the suite's, or quick)")
  private String budget;

  @Option(names = "--epochs", paramLabel = "N", description = "epochs, instead of the budget's")
  private Integer epochs;

  @Option(
      names = "--protocol",
      paramLabel = "P",
      description =
          "paper, v2, v2-float32 or v3: how all models are trained (default: the suite's, or paper)")
  private String recipe;

  @Option(
      names = "--only",
      paramLabel = "GLOB",
      split = ",",
      description = "cells whose key matches, such as 'E1-*-direct-*'")
  private List<String> only = List.of();

  @Option(
      names = "--seeds",
      paramLabel = "S,S",
      split = ",",
      description = "seeds (default: 1,2,3 in 1D and 1 in 2D; smoke: 1)")
  private List<Long> seeds;

  @Option(
      names = "--shard",
      paramLabel = "i/n",
      description = "every n-th cell, starting with the i-th")
  private String shard;

  @Option(
      names = "--parallel",
      paramLabel = "N",
      description = "concurrent cells (default: 4 on a GPU, one per core on a CPU)")
  private Integer parallel;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = "data",
      description = "folder of the data sets, made on demand (default: ${DEFAULT-VALUE})")
  private Path data;

  @Option(names = "--out", paramLabel = "DIR", required = true, description = "folder for results")
  private Path out;

  @Option(
      names = "--keep-runs",
      paramLabel = "DIR",
      description = "keep the trained models, as run folders DIR/KEY")
  private Path keep;

  @Option(
      names = "--keep-only",
      paramLabel = "GLOB",
      split = ",",
      description = "with --keep-runs: keep only those of these cells")
  private List<String> keepOnly = List.of();

  @Option(
      names = "--minutes",
      paramLabel = "M",
      description = "stop after M minutes, as with Ctrl-C; the same command resumes")
  private Double minutes;

  @Option(names = "--retry", description = "run diverged and outdated cells again")
  private boolean retry;

  @Option(
      names = {"--list", "--dry-run"},
      description = "print the cells and their status; run nothing")
  private boolean list;

  @Option(names = "--json", description = "print one JSON document")
  private boolean json;

  @Override
  public Integer call() {
    devices.applyThreads();
    Declarations declarations = new Declarations();
    Suite declared = declarations.suite(suite);
    check();
    String trained = recipe != null ? recipe : declared.protocol();
    Protocol protocol =
        Protocol.of(declarations, budget(declared), epochs, trained, declared.test());
    List<Long> drawn = seeds != null ? seeds : declared.seeds();
    List<Cell> cells = chosen(Plan.cells(declared, protocol, drawn));
    cells.forEach(protocol::spec); // what is wrong with a declaration shows before anything runs
    Execution execution = devices.execution(protocol.recipe().precision());
    boolean gpu = execution.device().cuda();
    int atOnce = parallel != null ? parallel : gpu ? PARALLEL_ON_GPU : devices.threads();
    SuiteRunner.Keep kept = kept();
    SuiteRunner runner =
        Advised.get(
            "Change --parallel.",
            () -> new SuiteRunner(protocol, out, data, execution, atOnce, kept, retry));
    return list ? show(runner, cells) : run(runner, cells, declared.title());
  }

  private String budget(Suite declared) {
    return Stream.of(budget, declared.budget(), "quick")
        .filter(Objects::nonNull)
        .findFirst()
        .orElseThrow();
  }

  private void check() {
    if (epochs != null && epochs < 1) {
      throw new UserError("--epochs >= 1", epochs.toString(), "Leave it out.");
    }
    if (seeds != null) {
      Advised.run("Change --seeds.", () -> Protocol.requireSeeds(seeds));
    }
  }

  private List<Cell> chosen(List<Cell> all) {
    List<Cell> fitting =
        only.isEmpty() ? all : Advised.get("See the keys with --list.", () -> Plan.only(all, only));
    return shard == null
        ? fitting
        : Advised.get("Change --shard.", () -> Plan.shard(fitting, shard));
  }

  private SuiteRunner.Keep kept() {
    return keep == null ? null : new SuiteRunner.Keep(keep, Plan.fitting(keepOnly));
  }

  private int show(SuiteRunner runner, List<Cell> cells) {
    PrintWriter writer = spec.commandLine().getOut();
    Map<SuiteRunner.State, Integer> counts = new LinkedHashMap<>();
    Map<String, String> states = new LinkedHashMap<>();
    for (Cell cell : cells) {
      SuiteRunner.State state = runner.state(cell);
      counts.merge(state, 1, Integer::sum);
      states.put(cell.key(), state.name().toLowerCase(Locale.ROOT));
    }
    if (json) {
      Json.print(writer, states);
      return 0;
    }
    Table table = new Table("CELL", "STATE");
    states.forEach(table::row);
    table.print(writer);
    writer.println(
        String.join(
            ", ",
            counts.entrySet().stream()
                .map(c -> c.getValue() + " " + c.getKey().name().toLowerCase(Locale.ROOT))
                .toList()));
    writer.flush();
    return 0;
  }

  private int run(SuiteRunner runner, List<Cell> cells, String title) {
    String farewell =
        "interrupted; finished cells are in %s. Run the same command again to resume."
            .formatted(out);
    SuiteRunner.Outcome outcome;
    try (Progress progress = new Progress(title, "updates")) {
      outcome =
          Interruptible.run(
              farewell,
              stop -> {
                stopInTime(stop);
                return runner.run(cells, stop, new BenchLines(progress));
              });
    }
    PrintWriter writer = spec.commandLine().getOut();
    if (json) {
      Map<String, Object> d = new LinkedHashMap<>();
      d.put("cells", cells.size());
      d.put("ran", outcome.ran());
      d.put("failed", outcome.failed());
      d.put("elsewhere", outcome.elsewhere());
      d.put("open", outcome.open().size());
      d.put("out", out.toString());
      Json.print(writer, d);
    } else {
      writer.printf(
          "%s: %d cells, %d run now, %d of these failed, %d running elsewhere%n",
          out, cells.size(), outcome.ran(), outcome.failed(), outcome.elsewhere());
      writer.flush();
    }
    return BenchLines.leftOpen(outcome.open(), cells.size(), spec.commandLine().getErr());
  }

  private void stopInTime(Cancellation stop) {
    if (minutes == null) {
      return;
    }
    if (!(minutes > 0) || minutes > MOST_MINUTES) {
      throw new UserError("--minutes > 0", minutes.toString(), "Leave it out for no limit.");
    }
    TimerTask task =
        new TimerTask() {
          @Override
          public void run() {
            stop.request();
          }
        };
    new Timer("time is up", true).schedule(task, (long) (minutes * 60_000));
  }
}
