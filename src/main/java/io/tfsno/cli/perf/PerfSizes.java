package io.tfsno.cli.perf;

import io.tfsno.base.UserError;
import io.tfsno.bench.perf.UsualGrid;
import io.tfsno.cli.console.ConfigOverrides;
import io.tfsno.cli.console.PointsOption;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Inputs;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.run.ModelConfig;
import io.tfsno.run.ModelInputs;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The sizes of what {@code perf} measures: fields, batch and network. */
final class PerfSizes {
  @Option(
      names = "--dim",
      paramLabel = "1|2|3",
      description = "dimension (default: 1 and 2, or the number of axes in --points)")
  private Integer dim;

  @Option(
      names = "--batch",
      paramLabel = "B",
      description = "samples per step (default: 32 in 1D, 16 in 2D, 4 in 3D)")
  private Integer batch;

  @Mixin private PointsOption points;

  @Option(
      names = "--width",
      paramLabel = "C",
      description = "channels, for models with a single width")
  private Integer width;

  @Option(
      names = "--modes",
      paramLabel = "K",
      description = "modes, for models with a single number of modes")
  private Integer modes;

  @Option(
      names = "--history",
      paramLabel = "F",
      description = "states that the model sees, including the present one (default: 1)")
  private int history = 1;

  @Option(
      names = "--parameters",
      paramLabel = "P",
      description = "numbers given to the model with each sample (default: 0)")
  private int numbers;

  @Option(names = "--gate-conditions", description = "let the gates of tfsno see these numbers too")
  private boolean gateConditions;

  @Option(
      names = "--set",
      paramLabel = "model.a=b",
      description = "override a value of the model's configuration")
  private List<String> settings = List.of();

  void check() {
    if (dim != null && (dim < 1 || dim > Points.MOST_AXES)) {
      throw new UserError("--dim 1, 2 or 3", dim.toString(), "Leave it out for 1 and 2.");
    }
    if (batch != null && batch < 1) {
      throw new UserError("--batch >= 1", batch.toString(), "Try 32.");
    }
    points.check();
    if (numbers < 0 || numbers > 64) {
      throw new UserError("--parameters from 0 to 64", Integer.toString(numbers), "Try 3.");
    }
  }

  /** The dimensions to measure in. */
  List<Integer> dimensions() {
    if (dim != null) {
      return List.of(dim);
    }
    return points.given().size() > 1 ? List.of(points.given().size()) : List.of(1, 2);
  }

  int samples(int dimension) {
    return batch != null ? batch : UsualGrid.of(dimension).batch();
  }

  /** One field on a periodic box of length 1. */
  FieldShape shape(int dimension) {
    Points usual = UsualGrid.of(dimension).shape().points();
    return new FieldShape(Grid.periodic(points.asked(usual), 1), Channel.unnamed(1), inputs());
  }

  /** What the model sees in addition to the state; parameters are named p0, p1, ... */
  Inputs inputs() {
    List<String> names = IntStream.range(0, numbers).mapToObj(i -> "p" + i).toList();
    return new Inputs(history, List.of(), Channel.named(names), null);
  }

  OperatorSpec model(String name, int dimension) {
    ModelConfig model = ModelConfig.named(name).with("width", width).with("modes", modes);
    if (gateConditions && name.equals("tfsno")) {
      model = model.with("gate", Map.of("conditions", true));
    }
    return changed(model).in(dimension, "perf");
  }

  /** The model with what {@code --set} says of it. */
  private ModelConfig changed(ModelConfig model) {
    return ConfigOverrides.ofModel(model, settings)
        .filter(changed -> changed.inputs("perf").equals(ModelInputs.NONE))
        .orElseThrow(
            () ->
                new UserError(
                    "--set of a model's own sizes",
                    String.join(" ", settings),
                    "Try --set model.gate.kind=none; --model, --history and --parameters are options."));
  }
}
