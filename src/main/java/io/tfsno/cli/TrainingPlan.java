package io.tfsno.cli;

import io.tfsno.base.ConfigReader;
import io.tfsno.base.UserError;
import io.tfsno.data.Boundaries;
import io.tfsno.run.RunFolder;
import io.tfsno.train.TrainConfig;
import io.tfsno.train.Trainer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A training that was found to be possible, before anything of it is written.
 *
 * @param data the set that the config names
 * @param folder of the run
 * @param resumes whether it goes on with a run
 * @param force whether a new run may take the place of an old one
 */
record TrainingPlan(TrainConfig config, Path data, Path folder, boolean resumes, boolean force) {

  /** A new run. A relative data path is looked for from the config's folder, then from here. */
  static TrainingPlan start(TrainConfig config, Path configFolder, Path folder, boolean force) {
    Path named = Path.of(config.dataFile());
    Path besideConfig = configFolder.resolve(named);
    boolean here = !Files.exists(besideConfig) && Files.exists(named);
    Path data = (here ? named : besideConfig).toAbsolutePath().normalize();
    if (!Files.exists(data)) {
      throw new UserError(
          "%s: expected the data set that the config names, found no such file. Make it with 'tfsno data generate', or correct data.file."
              .formatted(data));
    }
    try {
      TrainConfig full = config.dividing(data);
      Trainer.check(full, data);
      return new TrainingPlan(full, data, folder, false, force);
    } catch (UserError e) {
      boolean unsaid = Boundaries.notStated(e);
      throw unsaid ? new UserError(e.getMessage() + " Set data.boundary.", e) : e;
    }
  }

  static TrainingPlan resume(Path folder) {
    RunFolder.requireRun(folder);
    TrainConfig config = ConfigReader.read(folder.resolve(RunFolder.CONFIG), TrainConfig.class);
    return new TrainingPlan(config, Path.of(config.dataFile()), folder, true, false);
  }

  /** What must be the same on all ranks; the data may lie elsewhere on each machine. */
  String identity() {
    return config.withDataFile(data.getFileName().toString()).toString();
  }

  /**
   * Opens the run's folder.
   *
   * @param writes whether this process is the one to write there
   */
  TrainingJob open(boolean writes) {
    if (!writes) {
      return new TrainingJob(config, data, RunFolder.follow(folder));
    }
    if (resumes) {
      return new TrainingJob(config, data, RunFolder.resume(folder));
    }
    if (RunFolder.isRun(folder) && !force) {
      throw new UserError(
          "%s: expected no run there yet, found one. Choose another --out, continue it with --resume, or add --force to start over."
              .formatted(folder));
    }
    RunFolder run = RunFolder.create(folder, force);
    run.writeConfig(config.withDataFile(data.toString()));
    return new TrainingJob(config, data, run);
  }
}
