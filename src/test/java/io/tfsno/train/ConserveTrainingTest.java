package io.tfsno.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.base.UserError;
import io.tfsno.data.ConditionedSets;
import io.tfsno.data.SyntheticSets;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectorySet;
import io.tfsno.data.feed.ConstantMeans;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Tensor;
import io.tfsno.run.TrainedModel;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The data say which means stay what they are; the card remembers it. */
@ExtendWith(PerTestScope.class)
class ConserveTrainingTest {
  private static final String CONFIG =
      """
      name: tiny
      model: {name: fno, width: 6, modes: 4, layers: 2, predictDelta: true, conserve: %s}
      training: {epochs: 2, batch: 4, checkpoint: 0}
      validation: {trajectories: 2, every: 2, horizon: 4}
      """;

  @TempDir Path folder;

  private TrainedModel trained(Path data, String conserve) {
    Path run = folder.resolve("run-" + conserve);
    TinyRuns.train(run, CONFIG.formatted(conserve), data);
    return TrainedModel.load(run, Device.CPU);
  }

  @Test
  void fadingWaves_keepTheirMean_soPredictionsDo() {
    Path data = ConditionedSets.decays(folder.resolve("decays.h5"), 12, 9);
    for (String conserve : new String[] {"mean", "auto"}) {
      try (TrainedModel model = trained(data, conserve)) {
        assertThat(model.card().shape().inputs().conserved()).hasSize(1);
        assertThat(model.card().toMetadata()).containsEntry("format_version", "6");
        Tensor u = Tensor.of(new double[] {1, 3, 2, 0}, 1, 1, 4).to(DType.FLOAT32);
        Tensor state = Tensor.cat(2, u, u, u, u, u, u, u, u);
        // The mean of 32 numbers of size 1 in float32.
        assertThat(model.step(state).mean().item()).isCloseTo(1.5, within(1e-6));
      }
    }
  }

  @Test
  void pushedStates_doNot_soMeanIsRefusedAndAutoKeepsNothing() {
    Path data = ConditionedSets.pushed(folder.resolve("pushed.h5"), 12, 9);
    assertThatThrownBy(() -> trained(data, "mean"))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("the mean of every field stays constant")
        .hasMessageContaining("Use auto");
    try (TrainedModel model = trained(data, "auto")) {
      assertThat(model.card().shape().inputs().conserved()).isEmpty();
      assertThat(model.card().toMetadata()).containsEntry("format_version", "2");
    }
  }

  @Test
  void ofTwoFields_theConstantMeanIsFound() {
    Path file = folder.resolve("two.h5");
    SyntheticSets.write(
        file,
        SyntheticSets.flat(3, 5, 2, 1, 16),
        (b, t, c, i) -> Math.sin(2 * Math.PI * (i + t) / 16) + (c == 0 ? b : 1e-3 * t));
    try (TrajectoryFile data = TrajectoryFile.open(file)) {
      TrajectorySet set = data.setOrFirst("train");
      assertThat(ConstantMeans.of(set, 3)).containsExactly(set.channelNames().get(0));
    }
  }
}
