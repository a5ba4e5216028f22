package io.tfsno.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.data.ConditionedSets;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Tensor;
import io.tfsno.run.TrainedModel;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A guard takes its limits from the training states and travels with the weights. */
@ExtendWith(PerTestScope.class)
class GuardTrainingTest {
  private static final String CONFIG =
      """
      name: tiny
      model: {name: fno, width: 6, modes: 4, layers: 2, predictDelta: true%s}
      training: {epochs: 4, batch: 4, checkpoint: 0}
      validation: {trajectories: 2, every: 2, horizon: 4}
      """;

  @TempDir Path folder;

  private TrainedModel trained(String name, String guard) {
    Path data = ConditionedSets.decays(folder.resolve(name + ".h5"), 12, 9);
    Path run = folder.resolve(name);
    TinyRuns.train(run, CONFIG.formatted(guard), data);
    return TrainedModel.load(run, Device.CPU);
  }

  @Test
  void predictions_ofAStateLargerThanAllInTraining_areLimited() {
    try (TrainedModel guarded = trained("guarded", ", guard: 1.5");
        TrainedModel free = trained("free", "")) {
      assertThat(guarded.card().shape().inputs().guard()).isEqualTo(1.5);
      Tensor huge = states(guarded, 1000);
      double limited = guarded.step(huge).abs().max(0, 1, 2).item();
      assertThat(limited).isLessThan(0.02 * free.step(huge).abs().max(0, 1, 2).item());
    }
  }

  @Test
  void cards_ofGuardedModels_areNewerThanOthers() {
    try (TrainedModel guarded = trained("guarded", ", guard: 1.5");
        TrainedModel free = trained("free", "")) {
      assertThat(guarded.card().toMetadata()).containsEntry("format_version", "5");
      assertThat(free.card().toMetadata()).containsEntry("format_version", "2");
    }
  }

  private static Tensor states(TrainedModel model, double amplitude) {
    int n = model.card().shape().points().last();
    double[] u = new double[n];
    for (int i = 0; i < n; i++) {
      u[i] = amplitude * Math.cos(2 * Math.PI * i / n);
    }
    return Tensor.of(u, 1, 1, n).to(DType.FLOAT32);
  }
}
