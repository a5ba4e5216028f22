package io.tfsno.cli;

import io.tfsno.base.ConfigReader;
import io.tfsno.base.UserError;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.engine.Device;
import io.tfsno.run.RunFolder;
import io.tfsno.run.TrainedModel;
import io.tfsno.train.TrainConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A trained model and the data set to look at it with, as several commands take them. */
final class RunOnData {
  @Parameters(paramLabel = "RUN", description = "a run folder, or a model.safetensors")
  private Path run;

  @Option(names = "--data", paramLabel = "F.h5", description = "data set (default: the run's own)")
  private Path data;

  /** The caller closes it. */
  TrainedModel model(Device device) {
    return TrainedModel.load(run, device);
  }

  /** The caller closes it. */
  TrajectoryFile file() {
    return TrajectoryFile.open(data != null ? data : ownData());
  }

  /** The set that the run was trained on. */
  private Path ownData() {
    Path config = run.resolve(RunFolder.CONFIG);
    if (!Files.exists(config)) {
      throw new UserError(
          "--data F.h5, or a run folder that names it", run.toString(), "Add --data.");
    }
    return Path.of(ConfigReader.read(config, TrainConfig.class).dataFile());
  }
}
