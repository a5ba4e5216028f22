package io.tfsno.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import io.tfsno.data.SyntheticSets;
import io.tfsno.data.safetensors.Safetensors;
import io.tfsno.engine.PerTestScope;
import io.tfsno.run.Digest;
import io.tfsno.run.EpochMetrics;
import io.tfsno.run.MetricsFile;
import io.tfsno.run.ModelCard;
import io.tfsno.run.RunFolder;
import io.tfsno.run.StoredProvenance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

@ExtendWith(PerTestScope.class)
class FineTuningTest {
  private static final String GATED =
      """
      model: {name: tfsno, widths: [4, 4], modes: [4, 2], gate: {standardise: true, calibrations: 3}}
      training: {epochs: 4, batch: 4, checkpoint: 0}
      validation: {trajectories: 2, every: 1, horizon: 4}
      """;

  @TempDir Path folder;
  private Path data;
  private Path first;

  @BeforeEach
  void makeData() {
    data = SyntheticSets.fadingWaves(folder.resolve("waves.h5"), 10, 8, 32);
    first = folder.resolve("first");
  }

  private String from(String yaml) {
    return yaml + "from: " + first + "\n";
  }

  /** A rate too small to change a float32 weight. */
  private static String still(String yaml) {
    return yaml.replace("batch: 4", "batch: 4, learningRate: 1e-30, finalLearningRate: 0");
  }

  @ParameterizedTest
  @ValueSource(strings = {TinyRuns.FNO, GATED})
  void firstValidation_onTheSameData_isTheScoreOfTheRunItStartsFrom(String yaml) {
    Trainer.Result before = TinyRuns.train(first, yaml, data);
    Path second = folder.resolve("second");
    TinyRuns.train(second, from(still(yaml)), data);
    EpochMetrics validated = MetricsFile.in(second).epochs().get(0);
    assertThat(validated.validationError()).isEqualTo(before.validationError());
    JsonNode origin = StoredProvenance.in(second).orElseThrow().document().path("started_from");
    assertThat(origin.path("run").asString()).isEqualTo("first");
    assertThat(origin.path("weights_sha256").asString())
        .isEqualTo(Digest.sha256(first.resolve(RunFolder.MODEL)));
  }

  @Test
  void weightsThatNoEpochImproves_areKept() {
    String good = TinyRuns.FNO.replace("epochs: 6", "epochs: 40, learningRate: 0.005");
    TinyRuns.train(first, good, data);
    Path second = folder.resolve("second");
    String hasty =
        TinyRuns.FNO
            .replace("epochs: 6", "epochs: 5, learningRate: 0.5, finalLearningRate: 0.5")
            .replace("horizon: 4", "horizon: 4, patience: 2");
    Trainer.Result result = TinyRuns.train(second, from(hasty), data);
    assertThat(result.bestEpoch()).isZero();
    assertThat(result.epochs()).isEqualTo(2);
    Safetensors before = Safetensors.read(first.resolve(RunFolder.MODEL));
    Safetensors after = Safetensors.read(second.resolve(RunFolder.MODEL));
    for (String name : before.names()) {
      assertThat(after.get(name).values()).containsExactly(before.get(name).values());
    }
  }

  @Test
  void otherDataAndPoints_keepTheNormaliserOfTheRun() {
    TinyRuns.train(first, TinyRuns.FNO, data);
    Path other = SyntheticSets.fadingWaves(folder.resolve("other.h5"), 12, 9, 48);
    Path second = folder.resolve("second");
    TinyRuns.train(second, from(TinyRuns.FNO), other);
    ModelCard card = ModelCard.read(second);
    assertThat(card.normaliser()).isEqualTo(ModelCard.read(first).normaliser());
    assertThat(card.shape().points().at(0)).isEqualTo(48);
  }

  @Test
  void resumedFineTuning_withTheFirstRunGone_equalsTheUninterruptedOne() throws IOException {
    TinyRuns.train(first, TinyRuns.FNO, data);
    Path whole = folder.resolve("whole");
    Path parts = folder.resolve("parts");
    TinyRuns.train(whole, from(TinyRuns.FNO), data);
    assertThatThrownBy(() -> TinyRuns.train(parts, from(TinyRuns.FNO), data, 1))
        .isInstanceOf(CancellationException.class); // before its first checkpoint
    Files.delete(first.resolve(RunFolder.MODEL));
    TinyRuns.train(parts, from(TinyRuns.FNO), data);
    for (String name : List.of(RunFolder.MODEL, RunFolder.TRAINING)) {
      assertThat(parts.resolve(name)).hasSameBinaryContentAs(whole.resolve(name));
    }
  }

  @Test
  void otherSizes_areRefusedWithTheFirstTensorThatDiffers() {
    TinyRuns.train(first, TinyRuns.FNO, data);
    TrainConfig wider = TinyRuns.config(from(TinyRuns.FNO.replace("width: 8", "width: 12")));
    assertThatThrownBy(() -> Trainer.check(wider, data))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("expected 'lift.weight' of shape [12, 1], found [8, 1]")
        .hasMessageContaining("The weights of 'first' do not fit this training's model");
  }

  @Test
  void otherChannels_areRefused() {
    TinyRuns.train(first, TinyRuns.FNO, data);
    Path two =
        SyntheticSets.write(
            folder.resolve("two.h5"),
            SyntheticSets.flat(10, 8, 2, 1, 32),
            (b, t, c, i) -> Math.cos(0.3 * i + b + 0.1 * t + c));
    assertThatThrownBy(() -> Trainer.check(TinyRuns.config(from(TinyRuns.FNO)), two))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("expected 'lift.weight' of shape [8, 2], found [8, 1]");
  }

  @Test
  void otherPoints_whereWeightsDependOnThem_areRefused() {
    String deeponet =
        """
        model: {name: deeponet, basis: 8}
        training: {epochs: 1, batch: 4}
        validation: {trajectories: 2, every: 1, horizon: 4}
        """;
    TinyRuns.train(first, deeponet, data);
    Path finer = SyntheticSets.fadingWaves(folder.resolve("finer.h5"), 10, 8, 48);
    assertThatThrownBy(() -> Trainer.check(TinyRuns.config(from(deeponet)), finer))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("expected 'branch.0.weight' of shape [8, 48], found [8, 32]");
  }

  @Test
  void runThatIsNotThere_isNamed() {
    assertThatThrownBy(() -> Trainer.check(TinyRuns.config(from(TinyRuns.FNO)), data))
        .isInstanceOf(UserError.class)
        .hasMessageContaining(first + ": expected a run folder with model.safetensors, found none");
  }
}
