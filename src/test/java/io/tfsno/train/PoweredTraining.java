package io.tfsno.train;

import io.tfsno.base.Cancellation;
import io.tfsno.base.ProgressListener;
import io.tfsno.engine.Device;
import io.tfsno.engine.Threads;
import io.tfsno.run.RunFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A training that says which of its checkpoints are safe, for {@link PowerLossTest}. */
final class PoweredTraining {
  static final int EPOCHS = 10;
  static final String RUN = "runs/tiny";

  private PoweredTraining() {}

  /**
   * @param args a folder, and the data set
   */
  public static void main(String[] args) {
    Path root = Path.of(args[0]);
    train(root, Path.of(args[1]));
    saved(root, EPOCHS);
  }

  static void train(Path root, Path data) {
    Threads.perOperation(1); // the same bits are promised for the same number of threads
    String yaml = TinyRuns.FNO.replace("epochs: 6", "epochs: " + EPOCHS);
    TrainConfig config = TinyRuns.config(yaml).withDataFile(data.toString());
    Path folder = root.resolve(RUN);
    boolean there = RunFolder.isRun(folder);
    try (RunFolder run = there ? RunFolder.resume(folder) : RunFolder.create(folder, false)) {
      new Trainer(config, data, run, Device.CPU)
          .onEpoch(epoch -> saved(root, epoch.epoch() - 1)) // the one before is on the disk
          .train(new Cancellation(), ProgressListener.NONE);
    }
  }

  private static void saved(Path root, int epochs) {
    try {
      if (epochs > 0) {
        Files.createDirectories(root.resolve(PowerTrace.SAVED + epochs));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
