package io.tfsno.cli;

import io.tfsno.base.BuildInfo;
import io.tfsno.base.StartTimes;
import io.tfsno.cli.console.DeviceOptions;
import io.tfsno.cli.console.Json;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.EngineInfo;
import io.tfsno.engine.Fft;
import io.tfsno.engine.GraphMemory;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Scope;
import io.tfsno.engine.StepGraph;
import io.tfsno.engine.Stream;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Execution;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.baseline.FnoSpec;
import io.tfsno.pde.solver.SolverCheck;
import io.tfsno.train.StepProbe;
import io.tfsno.train.TrainConfig;
import io.tfsno.train.check.DeviceCheck;
import io.tfsno.train.loss.LossKind;
import java.io.PrintWriter;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "doctor",
    description = "Check this machine: versions, devices, libraries, memory, and a few operations.",
    mixinStandardHelpOptions = true,
    footer = {"", "Examples:", "  tfsno doctor", "  tfsno doctor --models"})
final class DoctorCommand implements Callable<Integer> {
  private static final String ALL = "*";

  @Spec private CommandSpec spec;
  @Mixin private DeviceOptions devices;

  @Option(
      names = "--models",
      arity = "0..1",
      paramLabel = "GLOB",
      fallbackValue = ALL,
      description = {
        "also compare the solver and every model on the GPU with the CPU (minutes),",
        "or only the models whose names match, such as --models='tfsno stencil*'"
      })
  private String models;

  @Option(names = "--json", description = "print one JSON document")
  private boolean json;

  @Override
  public Integer call() {
    devices.applyThreads();
    Execution execution = devices.execution();
    Device device = execution.device();
    Findings facts = new Findings(json ? null : spec.commandLine().getOut());
    facts.put("tfsno", BuildInfo.version());
    facts.put(
        "java", System.getProperty("java.vm.name") + " " + System.getProperty("java.version"));
    facts.put("system", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    facts.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
    facts.put("java heap", Runtime.getRuntime().maxMemory() / (1 << 20) + " MiB at most");
    EngineInfo.facts().forEach(facts::put);
    facts.put("OPENBLAS_NUM_THREADS", String.valueOf(System.getenv("OPENBLAS_NUM_THREADS")));
    facts.put("device in use", device.toString());
    StartTimes.ended("facts gathered");
    facts.put("transform", check(() -> transform(device)));
    StartTimes.ended("first transforms (on a GPU: CUDA context and cuFFT)");
    facts.put("backward", check(() -> backward(device)));
    StartTimes.ended("first backward pass");
    facts.put("training step", check(() -> step(device)));
    StartTimes.ended("first matrix products (on a GPU: cuBLAS)");
    TrainConfig.Loss usual = new TrainConfig.Loss(LossKind.SQUARED, 0.01);
    TrainConfig.Loss relative = new TrainConfig.Loss(LossKind.RELATIVE, 0.01);
    facts.put("captured step", check(() -> capturedStep(execution, usual, 0)));
    facts.put("captured again", check(() -> capturedAgain(device)));
    facts.put("with noise, relative loss", check(() -> capturedStep(execution, relative, 0.1)));
    if (models != null) {
      compareModels(device, models, facts);
    }
    boolean healthy = facts.healthy();
    facts.put("verdict", healthy ? "all checks passed" : "something failed, see above");
    if (json) {
      Json.print(spec.commandLine().getOut(), facts.all());
    }
    return healthy ? 0 : Main.INTERNAL_FAILURE;
  }

  /** What was found, printed as it comes: some of it takes minutes. */
  private static final class Findings {
    private static final int USUAL_NAME = 25;

    private final PrintWriter out;
    private final Map<String, String> all = new LinkedHashMap<>();

    /**
     * @param out null to print nothing
     */
    Findings(PrintWriter out) {
      this.out = out;
    }

    void put(String name, String text) {
      all.put(name, text);
      if (out != null) {
        out.printf("%-" + USUAL_NAME + "s  %s%n", name, text);
        out.flush();
      }
    }

    boolean healthy() {
      return all.values().stream().noneMatch(text -> text.startsWith("FAILED"));
    }

    Map<String, String> all() {
      return all;
    }
  }

  private static String check(Supplier<String> work) {
    try (Scope scope = new Scope()) {
      return work.get();
    } catch (RuntimeException e) {
      return "FAILED: " + String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }
  }

  /** Both transforms in turn must give the field again. */
  private static String transform(Device device) {
    Tensor x = Tensor.of(new Rng(1).normals(4096), 16, 256).to(device);
    Tensor back = Fft.inverseReal(Fft.real(x, -1), 256, -1);
    double error = back.sub(x).abs().max(0, 1).item();
    return verdict(error < 1e-12, "round trip of 16 x 256 points, error %.1e".formatted(error));
  }

  /** The gradient of sum(x^2) is 2x. */
  private static String backward(Device device) {
    Tensor x = Tensor.of(new Rng(2).normals(64), 64).to(DType.FLOAT32).to(device).trainable();
    x.square().sum().backward();
    double error = x.grad().sub(x.detach().mul(2)).abs().max(0).item();
    return verdict(error < 1e-5, "gradient of a sum of squares, error %.1e".formatted(error));
  }

  /** A few steps of gradient descent must lower a loss. */
  private static String step(Device device) {
    Tensor x = Tensor.of(new Rng(3).normals(512), 32, 16).to(DType.FLOAT32).to(device);
    Tensor w = Tensor.of(new Rng(4).normals(16), 16, 1).to(DType.FLOAT32).to(device).trainable();
    double first = 0;
    double last = 0;
    for (int i = 0; i < 20; i++) {
      Tensor loss = x.matmul(w).square().mean();
      last = loss.item();
      first = i == 0 ? last : first;
      loss.backward();
      try (Autograd.Mode off = Autograd.off()) {
        w.addInPlace(w.grad().mul(-0.05));
        w.grad().zeroInPlace();
      }
    }
    return verdict(last < first, "20 steps, loss %.2f to %.2f".formatted(first, last));
  }

  /** A captured training must go exactly as one run step by step. */
  private static String capturedStep(Execution execution, TrainConfig.Loss loss, double noise) {
    Device device = execution.device();
    if (!device.cuda()) {
      return "not on the CPU, where steps run eagerly";
    }
    FieldShape shape = new FieldShape(1, 256, 1, 1);
    double[] losses = new double[2];
    for (int i = 0; i < 2; i++) {
      try (Stream stream = Stream.open(device);
          StepProbe probe =
              new StepProbe(FnoSpec.defaults(1), shape, 8, loss, noise, execution, i == 1)) {
        for (int step = 0; step < 20; step++) {
          probe.trainStep();
        }
        losses[i] = probe.meanLoss();
      }
    }
    return verdict(
        losses[0] == losses[1],
        "20 steps, mean loss %.9g run eagerly and %.9g captured".formatted(losses[0], losses[1]));
  }

  /**
   * Memory of captured work that was let go of must not stand in the way of what is captured next,
   * nor work that cannot be captured because it waits for the device.
   */
  private static String capturedAgain(Device device) {
    if (!device.cuda()) {
      return "not on the CPU, where steps run eagerly";
    }
    Tensor sum = Tensor.zeros(DType.FLOAT64, device);
    GraphMemory memory = GraphMemory.on(device);
    Tensor one = sum.add(1);
    Runnable add = () -> sum.addInPlace(one);
    Runnable waitAndAdd = () -> sum.addInPlace(one.mul(one.item()));
    List<Runnable> works = List.of(add, waitAndAdd, add, waitAndAdd);
    List<Boolean> captured = new ArrayList<>();
    try (Stream stream = Stream.open(device)) {
      for (Runnable work : works) {
        try (StepGraph graph = StepGraph.of(memory, work)) {
          for (int run = 0; run < 25; run++) {
            graph.run();
          }
          captured.add(graph.isCaptured());
        }
      }
      stream.synchronize();
    }
    return verdict(
        sum.item() == 100 && captured.equals(List.of(true, false, true, false)),
        "100 additions, captured %s, sum %.0f".formatted(captured, sum.item()));
  }

  private static void compareModels(Device device, String glob, Findings facts) {
    if (!device.cuda()) {
      facts.put("models", "nothing to compare: the device in use is the CPU");
      return;
    }
    if (glob.equals(ALL)) {
      compareSolver(device, facts);
    }
    PathMatcher wanted = FileSystems.getDefault().getPathMatcher("glob:" + glob);
    new DeviceCheck(device)
        .run(
            name -> wanted.matches(Path.of(name)),
            row -> {
              String name = "%s %dD, %s".formatted(row.model(), row.dimension(), row.path());
              facts.put(
                  name.toLowerCase(Locale.ROOT),
                  verdict(
                      row.passed(),
                      "differs from the CPU by %.1e (answer), %.1e (loss), %.1e (gradient)"
                          .formatted(row.answer(), row.loss(), row.gradient())));
            });
  }

  private static void compareSolver(Device device, Findings facts) {
    for (SolverCheck.Row row : new SolverCheck(device).run()) {
      facts.put(
          "solver, " + row.equation(),
          verdict(row.passed(), "differs from the CPU by %.1e".formatted(row.difference())));
    }
  }

  private static String verdict(boolean good, String detail) {
    return (good ? "ok: " : "FAILED: ") + detail;
  }
}
