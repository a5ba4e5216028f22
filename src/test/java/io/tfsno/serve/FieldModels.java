package io.tfsno.serve;

import io.tfsno.data.Normaliser;
import io.tfsno.data.safetensors.Safetensors;
import io.tfsno.engine.Device;
import io.tfsno.engine.Rng;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Operator;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.run.ModelCard;
import io.tfsno.run.ModelConfig;
import io.tfsno.run.RunFolder;
import io.tfsno.run.Weights;
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
 * tiny-pair (two fields on a line), tiny-plate (two fields on a rectangle with walls along y),
 * tiny-body (one field in 3D).
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
      make(
          made,
          "tiny-body",
          new FieldShape(Grid.periodic(Points.of(8, 8, 12), 1), Channel.named(List.of("heat"))));
      folder = made;
    }
    return folder;
  }

  private static void make(Path folder, String name, FieldShape shape) throws IOException {
    OperatorSpec spec =
        ModelConfig.named("fno")
            .with("width", 6)
            .with("modes", 3)
            .with("predictDelta", true)
            .in(shape.dimension(), name);
    Normaliser scales =
        shape.channels() == 1
            ? new Normaliser(1, 0.1)
            : new Normaliser(List.of(1.0, 300.0), List.of(0.1, 10.0));
    Path run = Files.createDirectory(folder.resolve(name));
    try (Operator operator = spec.build(shape, Device.CPU, new Rng(1))) {
      Safetensors.write(
          run.resolve(RunFolder.MODEL),
          Weights.stored(operator.parameters()),
          new ModelCard(spec, shape, scales, "made-up", 0.1).toMetadata());
    }
  }
}
