package io.tfsno.api;

import io.tfsno.run.RunFolder;
import io.tfsno.train.TrainConfig;
import java.nio.file.Path;

/** A training with its places: the config, the data it names, and the run folder, held open. */
public record TrainingJob(TrainConfig config, Path data, RunFolder run) implements AutoCloseable {
  @Override
  public void close() {
    run.close();
  }
}
