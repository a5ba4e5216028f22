package io.tfsno.cli.perf;

import io.tfsno.base.UserError;
import io.tfsno.bench.Parallel;
import io.tfsno.bench.perf.Chip;
import io.tfsno.bench.perf.FairSolver;
import io.tfsno.bench.perf.Perf;
import io.tfsno.bench.perf.Roofline;
import io.tfsno.cli.console.Advised;
import io.tfsno.cli.console.DeviceOptions;
import io.tfsno.cli.console.Json;
import io.tfsno.cli.console.Table;
import io.tfsno.nn.Execution;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.operator.Operators;
import io.tfsno.pde.catalogue.Benchmark;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

@Command(
    name = "perf",
    description = {
      "Measure a model on this machine: training step, prediction step, rollout of 50 steps, "
          + "and the benchmark's solver over one step of the model.",
      "Prints medians of 15 rounds and the range of the middle four fifths."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  tfsno perf",
      "  tfsno perf --model fno --dim 2 --batch 20 --width 32 --modes 12 --json",
      "  tfsno perf --model all --precision float32",
      "  tfsno perf --set model.gate.kind=none --set model.local.stencil=true",
      "  tfsno perf --model fno --dim 1 --parallel 1,2,4,8",
      "  tfsno perf --model fno --points 64x96 --train-only",
      "  tfsno perf --solver E1,E3,E6 --device cuda",
      "  tfsno perf --model tfsno --dim 1 --error 0.01 --step 50",
      "  tfsno perf --model fno --roofline --precision bf16",
      "  tfsno launch --ranks 2 -- perf --all-reduce"
    })
public final class PerfCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private DeviceOptions devices;
  @Mixin private PerfSizes sizes;
  @Mixin private RooflineOptions roofline;
  @Mixin private SolverOptions solvers;
  @Mixin private FairOptions fair;

  @Option(
      names = "--model",
      paramLabel = "M",
      defaultValue = "tfsno",
      description = "a model, or all (default: ${DEFAULT-VALUE})")
  private String model;

  @Option(
      names = "--h1",
      paramLabel = "W",
      defaultValue = "0",
      description = "weight of the loss's derivative term (default: ${DEFAULT-VALUE})")
  private double h1;

  @Option(names = "--eager", description = "also measure the training step without capturing it")
  private boolean eager;

  @Option(names = "--train-only", description = "leave out prediction and rollouts")
  private boolean trainOnly;

  @Option(
      names = "--parallel",
      paramLabel = "N,N",
      split = ",",
      description = "instead: samples per second of N concurrent trainings, for each N")
  private List<Integer> parallel = List.of();

  @Option(
      names = "--all-reduce",
      description = "instead: time that ranks take to add up a gradient; start it with launch")
  private boolean allReduce;

  @Option(names = "--json", description = "print one JSON document")
  private boolean json;

  /** What the solver's rows are, in words; once for all models. */
  private final Set<String> compared = new LinkedHashSet<>();

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    if (allReduce) {
      return new AllReducePerf(devices, json, out).call();
    }
    if (solvers.wanted()) {
      return new SolverRows(solvers, devices, json, out).call();
    }
    if (!solvers.swept().isEmpty()) {
      return new SettingRows(solvers.swept(), devices, json, out).call();
    }
    devices.applyThreads();
    check();
    measure(devices.execution());
    return 0;
  }

  private void check() {
    sizes.check();
    if (parallel.stream().anyMatch(n -> n < 1 || n > 64)) {
      throw new UserError("--parallel from 1 to 64", parallel.toString(), "Try 1,2,4,8.");
    }
    if (roofline.wanted() && !sizes.inputs().isEmpty()) {
      throw new UserError(
          "--roofline of models that see the present state alone",
          "--history or --parameters",
          "Leave them out: the bound does not count them.");
    }
    boolean solver = !trainOnly && parallel.isEmpty() && !roofline.wanted();
    fair.check(sizes.dimensions(), solver);
  }

  private void measure(Execution execution) {
    PrintWriter out = spec.commandLine().getOut();
    List<Map<String, Object>> rows = new ArrayList<>();
    Table table = table();
    List<String> names = model.equals("all") ? Operators.names() : List.of(model);
    for (String name : names) {
      for (int d : sizes.dimensions()) {
        measure(name, d, execution, rows, table);
      }
    }
    if (json) {
      Json.print(out, rows);
    } else {
      out.println(
          roofline.wanted()
              ? roofline.describe(devices.path())
              : "%s, %d threads".formatted(execution.device(), devices.threads()));
      table.print(out);
      compared.forEach(out::println);
    }
    out.flush();
  }

  private Table table() {
    if (roofline.wanted()) {
      return RooflineRows.table();
    }
    return parallel.isEmpty()
        ? new Table("MODEL", "DIM", "BATCH", "WHAT", "MS", "RANGE", "PEAK MIB")
        : new Table("MODEL", "DIM", "BATCH", "WHAT", "RATE", "", "");
  }

  private void measure(
      String name, int d, Execution execution, List<Map<String, Object>> rows, Table table) {
    FieldShape shape = sizes.shape(d);
    OperatorSpec network = sizes.model(name, d);
    network.check(shape);
    if (!parallel.isEmpty()) {
      measureParallel(network, shape, execution, rows, table);
      return;
    }
    Perf perf = new Perf(network, shape, execution);
    int samples = sizes.samples(d);
    if (roofline.wanted()) {
      Chip chip = roofline.chip();
      Roofline floor =
          Advised.get(
              "Change --model, --dim or --points, or leave --roofline out.",
              () -> Roofline.of(network, shape, samples, devices.path(), chip));
      Perf.Row[] measured = new Perf.Row[1];
      if (execution.device().cuda()) {
        perf.trainStep(samples, h1, true, row -> measured[0] = row);
      }
      new RooflineRows(name, d, samples, floor, measured[0]).add(table, rows);
      return;
    }
    perf.trainStep(samples, h1, true, row -> add(row, network, rows, table));
    if (eager) {
      perf.trainStep(samples, h1, false, row -> add(row, network, rows, table));
    }
    if (trainOnly) {
      return;
    }
    perf.rollout(1, row -> add(row, network, rows, table));
    if (samples > 1) {
      perf.rollout(samples, row -> add(row, network, rows, table));
    }
    Perf.solved(d).ifPresent(b -> solvers(perf, b, network, rows, table));
  }

  /** The solver at its reference setting, and at the one that is as exact as the model. */
  private void solvers(
      Perf perf,
      Benchmark benchmark,
      OperatorSpec network,
      List<Map<String, Object>> rows,
      Table table) {
    add(perf.solverStep(benchmark, benchmark.reference(), 1, ""), network, rows, table);
    if (!fair.wanted()) {
      return;
    }
    Perf.Row fastest = null;
    FairSolver chosen = null;
    for (FairSolver candidate : fair.candidates(benchmark)) {
      Perf.Row row = perf.solverStep(benchmark, candidate.settings(), 1, "_at_error");
      if (fastest == null || row.medianMs() < fastest.medianMs()) {
        fastest = row;
        chosen = candidate;
      }
    }
    add(fastest, network, rows, table);
    rows.get(rows.size() - 1).put("solver", chosen.document());
    compared.add(fair.sentence(fastest, chosen));
  }

  private void measureParallel(
      OperatorSpec network,
      FieldShape shape,
      Execution execution,
      List<Map<String, Object>> rows,
      Table table) {
    int samples = sizes.samples(shape.dimension());
    for (int trainings : parallel) {
      Execution shared = execution.oneOf(trainings);
      double rate = new Parallel(network, shape, samples, shared).samplesPerSecond(trainings);
      Map<String, Object> r = new LinkedHashMap<>();
      r.put("device", execution.device().toString());
      r.put("model", network.model());
      r.put("dim", shape.dimension());
      r.put("batch", samples);
      r.put("what", "parallel_training");
      r.put("trainings", trainings);
      r.put("samples_per_second", rate);
      rows.add(r);
      table.row(
          network.model(),
          Integer.toString(shape.dimension()),
          Integer.toString(samples),
          trainings + " trainings at once",
          "%.0f".formatted(rate),
          "samples/s",
          "");
    }
  }

  private void add(
      Perf.Row row, OperatorSpec network, List<Map<String, Object>> rows, Table table) {
    Map<String, Object> r = new LinkedHashMap<>();
    r.put("device", row.device());
    r.put("model", row.model());
    r.put("dim", row.dim());
    r.put("points", row.points());
    JsonNode spec = new ObjectMapper().valueToTree(network);
    r.put("width", spec.get("width"));
    r.put("modes", spec.get("modes"));
    r.put("batch", row.batch());
    r.put("what", row.what());
    r.put("precision", devices.path().text());
    r.put("median_ms", row.medianMs());
    r.put("low_ms", row.lowMs());
    r.put("high_ms", row.highMs());
    r.put("peak_bytes", row.peakBytes());
    rows.add(r);
    table.row(
        row.model(),
        Integer.toString(row.dim()),
        Integer.toString(row.batch()),
        row.what(),
        "%.3f".formatted(row.medianMs()),
        "%.3f..%.3f".formatted(row.lowMs(), row.highMs()),
        "%.0f".formatted(row.peakBytes() / 1048576.0));
  }
}
