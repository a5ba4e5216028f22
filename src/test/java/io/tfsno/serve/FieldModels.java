package io.tfsno.serve;

import io.tfsno.data.InputScales;
import io.tfsno.data.Normaliser;
import io.tfsno.data.safetensors.Safetensors;
import io.tfsno.engine.Device;
import io.tfsno.engine.Rng;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Operator;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.pde.catalogue.Benchmark;
import io.tfsno.run.ModelCard;
import io.tfsno.run.ModelConfig;
import io.tfsno.run.RunFolder;
import io.tfsno.run.Weights;
import io.tfsno.run.range.Band;
import io.tfsno.run.range.FieldRange;
import io.tfsno.run.range.TrainingRange;
import io.tfsno.spectral.Boundary;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A folder of small untrained models of several fields and of other grids than lines and squares:
 * tiny-pair (two fields on a line), tiny-plate and tiny-plate-2 (two fields on a rectangle with
 * walls along y), tiny-body (one field in 3D), tiny-vortex (a flow as vorticity that says where its
 * training states lie).
 */
final class FieldModels {
  private static final List<Channel> GAS =
      List.of(new Channel("density"), new Channel("pressure", "Pa"));
  private static Path folder;

  private FieldModels() {}

  static synchronized Path folder() throws IOException {
    if (folder == null) {
      Path made = Files.createTempDirectory(Path.of("target"), "field-models").toAbsolutePath();
      Grid plate =
          Grid.of(Points.of(16, 24), new double[] {1, 1.5}, Boundary.PERIODIC, Boundary.WALL);
      make(made, "tiny-pair", new FieldShape(Grid.periodic(Points.of(32), 2), GAS));
      make(made, "tiny-plate", new FieldShape(plate, GAS));
      make(made, "tiny-plate-2", new FieldShape(plate, GAS));
      make(
          made,
          "tiny-body",
          new FieldShape(Grid.periodic(Points.of(8, 8, 12), 1), Channel.named(List.of("heat"))));
      vortex(made);
      folder = made;
    }
    return folder;
  }

  /** Deviations from 0.1 to 0.3, no mean, power up to the third wave number. */
  private static void vortex(Path folder) throws IOException {
    Benchmark flow = Benchmark.named("E6");
    FieldShape shape = new FieldShape(flow.grid(16), Channel.named(List.of("w")));
    FieldRange seen =
        new FieldRange(
            new Band(0, 0), new Band(0.1, 0.3), List.of(0.05, 0.05, 0.05, 0., 0., 0., 0., 0.));
    Normaliser scales = new Normaliser(0, 0.2);
    String equation = flow.equation().type().name();
    TrainingRange range = new TrainingRange(List.of(seen));
    OperatorSpec spec = spec("tiny-vortex", shape);
    write(
        folder.resolve("tiny-vortex"),
        new ModelCard(spec, shape, scales, InputScales.NONE, equation, flow.interval(), range));
  }

  private static OperatorSpec spec(String name, FieldShape shape) {
    return ModelConfig.named("fno")
        .with("width", 6)
        .with("modes", 3)
        .with("predictDelta", true)
        .in(shape.dimension(), name);
  }

  private static void make(Path folder, String name, FieldShape shape) throws IOException {
    Normaliser scales =
        shape.channels() == 1
            ? new Normaliser(1, 0.1)
            : new Normaliser(List.of(1.0, 300.0), List.of(0.1, 10.0));
    write(folder.resolve(name), new ModelCard(spec(name, shape), shape, scales, "made-up", 0.1));
  }

  private static void write(Path folder, ModelCard card) throws IOException {
    Path run = Files.createDirectory(folder);
    try (Operator operator = card.spec().build(card.shape(), Device.CPU, new Rng(1))) {
      Safetensors.write(
          run.resolve(RunFolder.MODEL), Weights.stored(operator.parameters()), card.toMetadata());
    }
  }
}
