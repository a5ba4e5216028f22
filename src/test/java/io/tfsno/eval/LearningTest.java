package io.tfsno.eval;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.base.Cancellation;
import io.tfsno.base.ProgressListener;
import io.tfsno.data.SetGenerator;
import io.tfsno.data.SetRequest;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.pde.Benchmark;
import io.tfsno.train.TinyRuns;
import io.tfsno.train.TrainedModel;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Small models learn Burgers' equation in 168 updates, all parts working together. */
@ExtendWith(PerTestScope.class)
class LearningTest {
  @TempDir static Path folder;
  private static Path data;

  @BeforeAll
  static void generate() {
    data = folder.resolve("e1.h5");
    SetRequest request = new SetRequest(Benchmark.named("E1"), 80, 16, 1, "quick", 21);
    new SetGenerator(request, Device.CPU, 2)
        .generate(data, false, new Cancellation(), ProgressListener.NONE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          fno   | {name: fno, width: 32, head: 64, predictDelta: true}
          tfsno | {name: tfsno, widths: [16, 16, 16], modes: [12, 8, 6], predictDelta: true}
          """)
  void model_afterFewUpdates_beatsCopyingByFar(String name, String model) {
    Path run = folder.resolve(name);
    // 64 trajectories in batches of 16: 4 updates per epoch.
    TinyRuns.train(
        run,
        """
        data: {resolution: 128}
        model: %s
        training: {epochs: 42, batch: 16, learningRate: 0.003}
        pushforward: {horizon: 2, every: 10}
        validation: {trajectories: 16, every: 42, horizon: 10}
        """
            .formatted(model),
        data);
    try (TrainedModel trained = TrainedModel.load(run, Device.CPU);
        TrajectoryFile file = TrajectoryFile.open(data)) {
      Evaluation e =
          new Evaluator(trained, file.set("test"), 10, 128).evaluate(ProgressListener.NONE);
      assertThat(e.scores().at(1).l2().mean()).isLessThan(0.5 * e.persistence().at(1).l2().mean());
      assertThat(e.scores().at(10).l2().mean())
          .isLessThan(0.5 * e.persistence().at(10).l2().mean());
      assertThat(e.scores().nonFinite()).isZero();
    }
  }
}
