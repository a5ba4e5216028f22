package io.tfsno.api;

import io.tfsno.base.ConfigDifferences;
import io.tfsno.base.ConfigReader;
import io.tfsno.base.UserError;
import io.tfsno.data.Boundaries;
import io.tfsno.data.parts.SetFiles;
import io.tfsno.run.RunFolder;
import io.tfsno.train.RunLength;
import io.tfsno.train.TrainConfig;
import io.tfsno.train.Trainer;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A training that was found to be possible, before anything of it is written.
 *
 * @param data the set that the config names
 * @param folder of the run
 * @param resumes whether it resumes a run
 * @param length of a run that gets another one; null where it keeps what it has
 * @param force whether a new run may take the place of an old one
 */
public record TrainingPlan(
    TrainConfig config, Path data, Path folder, boolean resumes, RunLength length, boolean force) {

  /** A new run. Relative paths are looked for from the config's folder, then from here. */
  public static TrainingPlan start(
      TrainConfig given, Path configFolder, Path folder, boolean force) {
    Path data = found(given.dataFile(), configFolder);
    TrainConfig config =
        given.from() == null ? given : given.from(found(given.from(), configFolder));
    if (config.from() != null
        && Path.of(config.from()).startsWith(folder.toAbsolutePath().normalize())) {
      throw new UserError(
          "%s: expected another folder than that of the weights to start from, found the same. Choose a new one."
              .formatted(folder));
    }
    if (!SetFiles.exist(data)) {
      throw new UserError(
          "%s: expected the data set that the config names, found no such file. Make it with 'tfsno data generate', or correct data.file."
              .formatted(data));
    }
    try {
      TrainConfig full = config.dividing(data);
      Trainer.check(full, data);
      return new TrainingPlan(full, data, folder, false, null, force);
    } catch (UserError e) {
      boolean unsaid = Boundaries.notStated(e);
      throw unsaid ? new UserError(e.getMessage() + " Set data.boundary.", e) : e;
    }
  }

  private static Path found(String path, Path configFolder) {
    Path named = Path.of(path);
    Path nextToConfig = configFolder.resolve(named);
    boolean here = !SetFiles.exist(nextToConfig) && SetFiles.exist(named);
    return (here ? named : nextToConfig).toAbsolutePath().normalize();
  }

  public static TrainingPlan resume(Path folder) {
    RunFolder.requireRun(folder);
    TrainConfig config = ConfigReader.read(folder.resolve(RunFolder.CONFIG), TrainConfig.class);
    return new TrainingPlan(config, Path.of(config.dataFile()), folder, true, null, false);
  }

  /**
   * The run of the folder, if there is one, instead of a new one: for jobs that are started again
   * and again until they are done. It must be a run of the same configuration.
   */
  public TrainingPlan orResumed() {
    if (!RunFolder.isRun(folder)) {
      return this;
    }
    TrainingPlan there = resume(folder);
    List<String> differences = ConfigDifferences.between(there.document(), document());
    if (!differences.isEmpty()) {
      throw new UserError(
          "%s: expected a run of this configuration, found one of another: %s. Choose another folder, or resume that run as it is."
              .formatted(folder, ConfigDifferences.told(differences)));
    }
    return there;
  }

  /** The configuration as a tree, without what differs between machines. */
  private JsonNode document() {
    JsonMapper json = JsonMapper.shared();
    TrainConfig shared = config.withDataFile(SetFiles.name(data)).published();
    return json.readTree(json.writeValueAsString(shared));
  }

  /** The same run with another number of epochs. */
  public TrainingPlan lasting(int epochs) {
    RunLength now = RunLength.of(folder, config);
    return new TrainingPlan(now.changedTo(epochs), data, folder, resumes, now, force);
  }

  /** What must be the same on all ranks; the data may lie elsewhere on each machine. */
  public String identity() {
    return config.withDataFile(SetFiles.name(data)).published().toString();
  }

  /** Whether it would take the place of another run, and may not. */
  public boolean isInTheWay() {
    return !resumes && !force && RunFolder.isRun(folder);
  }

  /**
   * Opens the run's folder.
   *
   * @param writes whether this process is the one to write there
   */
  public TrainingJob open(boolean writes) {
    if (!writes) {
      return new TrainingJob(config, data, RunFolder.follow(folder));
    }
    if (resumes) {
      RunFolder run = RunFolder.resume(folder);
      if (length != null) {
        length.write(run, config);
      }
      return new TrainingJob(config, data, run);
    }
    return new TrainingJob(config, data, RunFolder.create(folder, force));
  }
}
