package io.tfsno.cli;

import io.tfsno.base.ConfigReader;
import io.tfsno.base.UserError;
import io.tfsno.train.RunFolder;
import io.tfsno.train.TrainConfig;
import io.tfsno.train.Trainer;
import java.nio.file.Files;
import java.nio.file.Path;

/** A training with its places: the config, the data it names, and the run folder, held open. */
record TrainingJob(TrainConfig config, Path data, RunFolder run) implements AutoCloseable {

  /** A new run. A relative data path is looked for from the config's folder, then from here. */
  static TrainingJob start(TrainConfig config, Path configFolder, Path folder, boolean force) {
    Path named = Path.of(config.dataFile());
    Path besideConfig = configFolder.resolve(named);
    boolean here = !Files.exists(besideConfig) && Files.exists(named);
    Path data = (here ? named : besideConfig).toAbsolutePath().normalize();
    if (!Files.exists(data)) {
      throw new UserError(
          "%s: expected the data set that the config names, found no such file. Make it with 'tfsno data generate', or correct data.file."
              .formatted(data));
    }
    Trainer.check(config, data);
    RunFolder run = RunFolder.create(folder, force);
    run.writeConfig(config.withDataFile(data.toString()));
    return new TrainingJob(config, data, run);
  }

  static TrainingJob resume(Path folder) {
    RunFolder run = RunFolder.resume(folder);
    TrainConfig config = ConfigReader.read(run.file(RunFolder.CONFIG), TrainConfig.class);
    return new TrainingJob(config, Path.of(config.dataFile()), run);
  }

  @Override
  public void close() {
    run.close();
  }
}
