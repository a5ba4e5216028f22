package io.tfsno.cli;

import io.tfsno.base.UserError;
import io.tfsno.bench.perf.UsualGrid;
import io.tfsno.cli.console.Advised;
import io.tfsno.cli.console.ConfigOverrides;
import io.tfsno.cli.console.PointsOption;
import io.tfsno.cli.console.SvgFile;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Inputs;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.operator.Operators;
import io.tfsno.report.network.NetworkFigure;
import io.tfsno.run.Conserve;
import io.tfsno.run.ModelCard;
import io.tfsno.run.ModelConfig;
import io.tfsno.run.ModelInputs;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The network that {@code models} is asked to draw. */
final class NetworkOptions {
  @Option(
      names = "--figure",
      paramLabel = "F.svg",
      description = "draw the network of MODEL, or of a run folder")
  private Path figure;

  @Option(names = "--force", description = "replace an existing figure")
  private boolean force;

  @Option(
      names = "--dim",
      paramLabel = "1|2|3",
      description = "dimension to draw (default: 1, or the number of axes in --points)")
  private Integer dim;

  @Mixin private PointsOption points;

  @Option(
      names = "--set",
      paramLabel = "model.a=b",
      description = "override a value of the model's configuration")
  private List<String> settings = List.of();

  /** Whether a drawing was requested; refuses drawing options without --figure. */
  boolean draws(String model) {
    if (figure == null && changed()) {
      throw new UserError(
          "--dim, --points and --set together with --figure", "no figure", "Add --figure F.svg.");
    }
    if (figure != null && model == null) {
      throw new UserError(
          "a model to draw", "none", "Name one, as in: tfsno models tfsno --figure F.svg.");
    }
    return figure != null;
  }

  private boolean changed() {
    return dim != null || !points.given().isEmpty() || !settings.isEmpty();
  }

  /** Draws a named model or that of a run folder, and returns the file. */
  Path draw(String model) {
    SvgFile.check(figure, force);
    boolean named = Operators.names().contains(model);
    if (!named && Files.exists(Path.of(model))) {
      if (changed()) {
        throw new UserError(
            "--dim, --points and --set with the name of a model",
            "the run " + model,
            "Leave them out: a run has its own.");
      }
      ModelCard card = ModelCard.read(Path.of(model));
      draw(card.spec(), card.shape());
      return figure;
    }
    int dimension = dim != null ? dim : Math.max(1, points.given().size());
    ModelConfig config =
        configured(
            Advised.get(
                "A run folder can be drawn, too.",
                () -> ModelConfig.named(Operators.of(model).name())));
    draw(config.in(dimension, "models"), shape(dimension, config.inputs("models")));
    return figure;
  }

  private void draw(OperatorSpec spec, FieldShape shape) {
    NetworkFigure drawn = NetworkFigure.of(spec, shape).orElseThrow(() -> undrawn(spec.model()));
    SvgFile.write(drawn, figure);
  }

  private static UserError undrawn(String model) {
    FieldShape line = UsualGrid.of(1).shape();
    List<String> others =
        Operators.all().stream()
            .filter(other -> isDrawn(other.defaults().apply(1), line))
            .map(Operators.Model::name)
            .toList();
    return new UserError(
        "a model that can be drawn",
        model,
        "Draw one of %s, or leave --figure out.".formatted(String.join(", ", others)));
  }

  private static boolean isDrawn(OperatorSpec spec, FieldShape shape) {
    try {
      return NetworkFigure.of(spec, shape).isPresent();
    } catch (UserError e) { // not every model is defined in one dimension
      return false;
    }
  }

  private FieldShape shape(int dimension, ModelInputs given) {
    Points usual = UsualGrid.of(dimension).shape().points();
    requireNames("conditions", given.conditions(), List.of("all"), "[nu]");
    requireNames("symmetry", given.symmetry(), ModelInputs.OF_THE_EQUATION, "['u -> -u']");
    List<Channel> fields = Channel.unnamed(1);
    Inputs inputs =
        new Inputs(
            given.history(),
            List.of(),
            Channel.named(given.conditions()),
            given.time(),
            given.context(),
            given.guard(),
            given.conserve() == Conserve.MEAN ? Channel.names(fields) : List.of(),
            given.drift(),
            given.symmetry());
    return new FieldShape(Grid.periodic(points.asked(usual), 1), fields, inputs);
  }

  private static void requireNames(
      String key, List<String> given, List<String> ofData, String example) {
    for (String word : ofData) {
      if (given.contains(word)) {
        throw new UserError(
            "names in model." + key,
            word + ", which depends on data",
            "Name them, as in --set \"model.%s=%s\", or draw a run folder."
                .formatted(key, example));
      }
    }
  }

  private ModelConfig configured(ModelConfig model) {
    return ConfigOverrides.ofModel(model, settings)
        .orElseThrow(
            () ->
                new UserError(
                    "--set of the model's own keys",
                    String.join(" ", settings),
                    "Try --set model.gate.kind=none."));
  }
}
