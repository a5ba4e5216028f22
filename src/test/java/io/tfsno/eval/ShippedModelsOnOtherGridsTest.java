package io.tfsno.eval;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.base.Cancellation;
import io.tfsno.base.ProgressListener;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.generate.SetGenerator;
import io.tfsno.data.generate.SetRequest;
import io.tfsno.engine.Device;
import io.tfsno.pde.catalogue.Benchmark;
import io.tfsno.run.TrainedModel;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The promise of an operator: a trained model is as good on another grid of the same box, as long
 * as that grid holds the modes of all its levels.
 */
class ShippedModelsOnOtherGridsTest {
  private static final int STEPS = 10;

  /**
   * Errors on two grids may differ by this much of their size. What differs is the aliasing of
   * pointwise nonlinearities, far below the errors of the models.
   */
  private static final double TOLERANCE = 0.02;

  @TempDir Path folder;

  @ParameterizedTest(name = "{1} on {2} and {3} points")
  @CsvSource({"E3, e3-tfsno, 128, 512", "E4, e4-tfsno, 48, 128"})
  void model_onCoarserAndFinerGrids_isAsGoodAsOnItsOwn(
      String id, String name, int coarser, int finer) {
    Path data = folder.resolve("test.h5");
    SetRequest request =
        new SetRequest(Benchmark.named(id), 0, 1, Benchmark.MASTER_SEED, null, STEPS + 1);
    new SetGenerator(request, Device.CPU, 1)
        .generate(data, false, new Cancellation(), ProgressListener.NONE);
    try (TrainedModel model = TrainedModel.load(Path.of("models", name), Device.CPU);
        TrajectoryFile file = TrajectoryFile.open(data)) {
      int own = model.card().shape().points().last();
      double expected = error(model, file, own);
      for (int points : new int[] {coarser, finer}) {
        assertThat(error(model, file, points))
            .as("relative L2 at step %d on %d points", STEPS, points)
            .isBetween(expected * (1 - TOLERANCE), expected * (1 + TOLERANCE));
      }
    }
  }

  private static double error(TrainedModel model, TrajectoryFile file, int points) {
    Evaluation evaluation =
        new Evaluator(model, file.set("test"), STEPS, points).evaluate(ProgressListener.NONE);
    return evaluation.scores().at(STEPS).l2().mean();
  }
}
