package io.tfsno.cli.config;

import io.tfsno.base.Names;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectorySet;
import io.tfsno.data.condition.SetConditions;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.operator.Operators;
import io.tfsno.operator.TimeSpec;
import io.tfsno.pde.catalogue.Benchmark;
import io.tfsno.run.ModelConfig;
import io.tfsno.run.ModelInputs;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "config",
    description = {
      "Print a complete training configuration: every key with its default and a comment.",
      "The defaults depend on the model and on the dimension of the data. All conditions of a data set "
          + "are given to the model: remove those that it should not see."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  tfsno config E1 fno > e1-fno.yaml",
      "  tfsno config mine.h5 tfsno --predict-delta > mine.yaml"
    })
public final class ConfigCommand implements Callable<Integer> {
  private static final int HARMONICS = 4;

  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "DATA", description = "a benchmark, or an HDF5 data set")
  private String data;

  @Parameters(
      index = "1",
      paramLabel = "MODEL",
      defaultValue = "tfsno",
      description = "a model listed by 'tfsno models' (default: ${DEFAULT-VALUE})")
  private String model;

  @Option(
      names = "--predict-delta",
      description = "let the network predict the change of the state; better for short trainings")
  private boolean predictDelta;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    Optional<Benchmark> benchmark =
        Benchmark.all().stream().filter(b -> b.id().equalsIgnoreCase(data)).findFirst();
    out.print(benchmark.isPresent() ? ofBenchmark(benchmark.get()) : ofFile(Path.of(data)));
    out.flush();
    return 0;
  }

  private String ofBenchmark(Benchmark b) {
    String id = b.id().toLowerCase(Locale.ROOT);
    String file = "data/%s.h5".formatted(id);
    String make = "#   ./tfsno data generate %s --out %s%n".formatted(b.id(), file);
    return head(b.id() + ", " + b.title(), id, make)
        + TrainingTemplate.text(id + "-" + model, file, sizes(b.dimension()), ModelInputs.NONE);
  }

  private String ofFile(Path file) {
    if (!Files.exists(file) && !data.contains(".") && !data.contains("/")) {
      throw Names.unknown(
          "benchmark or data set", data, Benchmark.all().stream().map(Benchmark::id).toList());
    }
    String name = file.getFileName().toString().replaceFirst("\\.[^.]*$", "");
    try (TrajectoryFile opened = TrajectoryFile.open(file)) {
      TrajectorySet set = opened.setOrFirst("train");
      FieldShape shape = new FieldShape(set.grid(), set.fields());
      return head(file.getFileName().toString(), name, "")
          + TrainingTemplate.text(
              name + "-" + model, data, sizes(shape.dimension()).fittedTo(shape), inputs(set));
    }
  }

  /** All that a set has. A phase tells that its law changes with time. */
  private static ModelInputs inputs(TrajectorySet set) {
    SetConditions declared = set.conditions().declared();
    double[] times = set.times();
    TimeSpec time =
        declared.phase() ? new TimeSpec(HARMONICS, times[times.length - 1], false) : null;
    return new ModelInputs(1, declared.names(), time);
  }

  private OperatorSpec sizes(int dimension) {
    Operators.of(model);
    return ModelConfig.named(model)
        .with("predictDelta", predictDelta ? true : null)
        .in(dimension, "config");
  }

  private String head(String title, String name, String make) {
    String file = "%s-%s.yaml".formatted(name, model);
    return """
    # %s on %s. Every key may be left out; the values here are the defaults.
    %s#   ./tfsno config %s %s%s > %s
    #   ./tfsno train %s
    # Change a key for one training with --set, for example --set training.epochs=50.
    """
        .formatted(
            model, title, make, data, model, predictDelta ? " --predict-delta" : "", file, file);
  }
}
