package io.tfsno.eval;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.base.ProgressListener;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.run.TrainedModel;
import io.tfsno.train.TinyRuns;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every model learns Burgers' equation in a few hundred updates, all parts working together. The
 * set and the bounds follow prototypes of the models, with room for other seeds and for half the
 * grid points; copying the state has an error of 0.10 after one step.
 */
@ExtendWith(PerTestScope.class)
class LearningTest {
  @TempDir static Path folder;
  private static Path training;
  private static Path test;

  @BeforeAll
  static void solve() {
    training = ToyBurgers.write(folder.resolve("train.h5"), 160, 1);
    test = ToyBurgers.write(folder.resolve("test.h5"), 32, 2);
  }

  /** 128 trajectories in batches of 32 are 4 updates per epoch; 75 epochs are 300 updates. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          fno   | {name: fno, predictDelta: false}                      | 75 | 0.05
          tfsno | {name: tfsno, widths: [16, 24, 32], predictDelta: true} | 75 | 0.03
          uno   | {name: uno, predictDelta: false}                      | 75 | 0.05
          deeponet | {name: deeponet, predictDelta: true}               | 75 | 0.08
          wno   | {name: wno, width: 24, predictDelta: true}            | 100 | 0.06
          fino  | {name: fino, channels: [16, 24, 32]}                  | 50 | 0.03
          unet  | {name: unet, channels: [16, 24, 32]}                  | 75 | 0.05
          pino  | {name: pino, predictDelta: false}                     | 75 | 0.05
          """)
  void model_afterFewUpdates_forecastsOneStep(
      String name, String model, int epochs, double largestError) {
    Path run = folder.resolve(name);
    TinyRuns.train(
        run,
        """
        data: {resolution: 128}
        model: %s
        objective: {h1: 0}
        training: {epochs: %d, batch: 32}
        pushforward: {horizon: 1}
        validation: {trajectories: 32, every: %d, horizon: 10}
        """
            .formatted(model, epochs, epochs),
        training);
    try (TrainedModel trained = TrainedModel.load(run, Device.CPU);
        TrajectoryFile file = TrajectoryFile.open(test)) {
      Evaluation e =
          new Evaluator(trained, file.setOrFirst("test"), 10, 128).evaluate(ProgressListener.NONE);
      assertThat(e.persistence().at(1).l2().mean()).isBetween(0.08, 0.13);
      assertThat(e.scores().at(1).l2().mean()).isLessThan(largestError);
      assertThat(e.scores().at(10).l2().mean()).isLessThan(e.persistence().at(10).l2().mean());
      assertThat(e.scores().nonFinite()).isZero();
    }
  }
}
