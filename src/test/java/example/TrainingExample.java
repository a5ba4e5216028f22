package example;

import io.tfsno.api.Training;
import io.tfsno.train.Trainer;
import java.nio.file.Path;
import java.util.List;

/** Trains a small FNO that is given the speed of each wave; stops once it is accurate enough. */
public final class TrainingExample {
  public static Trainer.Result train(Path data, Path run) {
    return Training.on(data)
        .model("fno")
        .set("model.width", 12)
        .set("model.modes", 6)
        .set("model.layers", 2)
        .set("model.predictDelta", true)
        .set("model.conditions", List.of("speed"))
        .set("training.epochs", 20)
        .set("training.learningRate", 0.005)
        .set("validation.every", 2)
        .listener(
            (epoch, stop) -> {
              System.err.printf("epoch %d: loss %.2e%n", epoch.epoch(), epoch.loss());
              if (epoch.validated() && epoch.validationError() < 0.001) {
                stop.request(); // ends with a CancellationException; Training.resume continues
              }
            })
        .train(run);
  }

  private TrainingExample() {}
}
