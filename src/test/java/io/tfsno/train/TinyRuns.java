package io.tfsno.train;

import io.tfsno.base.Cancellation;
import io.tfsno.base.ConfigReader;
import io.tfsno.base.ProgressListener;
import io.tfsno.data.Normaliser;
import io.tfsno.engine.Device;
import io.tfsno.engine.Rng;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.run.ModelCard;
import io.tfsno.run.RunFolder;
import io.tfsno.run.TrainedModel;
import java.nio.file.Files;
import java.nio.file.Path;

/** Trainings that take a fraction of a second. */
public final class TinyRuns {
  /** A small FNO, checkpointed and validated after every epoch. */
  public static final String FNO =
      """
      name: tiny
      model: {name: fno, width: 8, modes: 4, layers: 2, head: 8, predictDelta: true}
      training: {epochs: 6, batch: 4, checkpoint: 0}
      pushforward: {horizon: 3, every: 2}
      validation: {trajectories: 2, every: 1, horizon: 4}
      """;

  private TinyRuns() {}

  public static TrainConfig config(String yaml) {
    return ConfigReader.parse("test.yaml", yaml, TrainConfig.class);
  }

  /** A model with its first weights, on values as they are, for data with steps of 0.1. */
  public static TrainedModel untrained(OperatorSpec spec, FieldShape shape) {
    ModelCard card = new ModelCard(spec, shape, Normaliser.NONE, "", 0.1);
    return new TrainedModel(card, spec.build(shape, Device.CPU, new Rng(1)));
  }

  /** Starts the run of a folder, or goes on with it. */
  public static Trainer.Result train(Path folder, String yaml, Path data) {
    return train(folder, yaml, data, Long.MAX_VALUE);
  }

  /** The same, but stopped after a number of updates. */
  public static Trainer.Result train(Path folder, String yaml, Path data, long updates) {
    boolean there = Files.exists(folder.resolve(RunFolder.CONFIG));
    TrainConfig config = config(yaml).withDataFile(data.toString());
    try (RunFolder run = there ? RunFolder.resume(folder) : RunFolder.create(folder, false)) {
      run.writeConfig(config);
      Cancellation cancellation = new Cancellation();
      ProgressListener stop =
          (done, total, detail) -> {
            if (done == updates) {
              cancellation.request();
            }
          };
      return new Trainer(config, data, run, Device.CPU)
          .acceptingChanges() // tests go on with other lengths as they like
          .train(cancellation, stop);
    }
  }
}
