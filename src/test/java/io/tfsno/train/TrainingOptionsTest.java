package io.tfsno.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.base.UserError;
import io.tfsno.data.SyntheticSets;
import io.tfsno.data.safetensors.Safetensors;
import io.tfsno.engine.PerTestScope;
import io.tfsno.run.EpochMetrics;
import io.tfsno.run.MetricsFile;
import io.tfsno.run.ModelCard;
import io.tfsno.run.RunFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(PerTestScope.class)
class TrainingOptionsTest {
  private static final String ALL =
      """
      data: {stride: 2, stream: %s}
      model: {name: fno, width: 8, modes: 4, layers: 2, head: 8, predictDelta: true}
      objective: {kind: relative, h1: 0.1}
      training: {epochs: 6, batch: 4, checkpoint: 0, schedule: {kind: one_cycle}, warmup: 5, average: 0.9, noise: 0.05}
      pushforward: {horizon: 3, every: 2}
      validation: {trajectories: 2, every: 1, horizon: 4}
      """;

  @TempDir Path folder;
  private Path data;

  @BeforeEach
  void makeData() {
    data = SyntheticSets.fadingWaves(folder.resolve("waves.h5"), 10, 15, 32);
  }

  private static String training(String options) {
    return TinyRuns.FNO.replace("batch: 4", "batch: 4, " + options);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 5, 8})
  void resumedRun_withAllOptions_equalsTheUninterruptedOne(long updates) throws IOException {
    Path whole = folder.resolve("whole");
    Path parts = folder.resolve("parts");
    TinyRuns.train(whole, ALL.formatted(false), data);
    // Streamed, so that both ways to bring batches add the same noise.
    String streamed = ALL.formatted(true);
    assertThatThrownBy(() -> TinyRuns.train(parts, streamed, data, updates))
        .isInstanceOf(CancellationException.class);
    TinyRuns.train(parts, streamed, data);
    for (String name : List.of(RunFolder.MODEL, RunFolder.TRAINING)) {
      assertThat(parts.resolve(name)).hasSameBinaryContentAs(whole.resolve(name));
    }
  }

  @Test
  void epochOfPairs_hasAnUpdateForEveryBatchOfPairs_andResumesWithTheSameBits() throws IOException {
    String pairs = training("epoch: pairs").replace("epochs: 6", "epochs: 2");
    Path whole = folder.resolve("whole");
    Path parts = folder.resolve("parts");
    Trainer.Result result = TinyRuns.train(whole, pairs, data);
    // 8 of 10 trajectories of 15 snapshots, 14 pairs each, in batches of 4.
    assertThat(result.updates()).isEqualTo(2 * 8 * 14 / 4);
    assertThatThrownBy(() -> TinyRuns.train(parts, pairs, data, 30))
        .isInstanceOf(CancellationException.class);
    TinyRuns.train(parts, pairs, data);
    for (String name : List.of(RunFolder.MODEL, RunFolder.TRAINING)) {
      assertThat(parts.resolve(name)).hasSameBinaryContentAs(whole.resolve(name));
    }
  }

  @Test
  void defaultsWrittenOut_giveTheSameBitsAsLeftOut() throws IOException {
    TinyRuns.train(folder.resolve("short"), TinyRuns.FNO, data);
    String full =
        training("schedule: {kind: cosine}, warmup: 0, average: 0, noise: 0, epoch: trajectories")
            + "objective: {kind: squared, h1: 0.01}\ndata: {stride: 1}\n";
    TinyRuns.train(folder.resolve("full"), full, data);
    for (String name : List.of(RunFolder.MODEL, RunFolder.TRAINING)) {
      assertThat(folder.resolve("full").resolve(name))
          .hasSameBinaryContentAs(folder.resolve("short").resolve(name));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"noise: 0.05", "average: 0.9", "warmup: 4", "schedule: {kind: constant}"})
  void eachOption_changesTheModel(String option) {
    TinyRuns.train(folder.resolve("plain"), TinyRuns.FNO, data);
    TinyRuns.train(folder.resolve("changed"), training(option), data);
    assertThat(weights(folder.resolve("changed"))).isNotEqualTo(weights(folder.resolve("plain")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"relative", "relative_squared"})
  void eachLoss_isLearntFrom(String kind) {
    String yaml =
        TinyRuns.FNO.replace("epochs: 6", "epochs: 30, learningRate: 0.005")
            + "objective: {kind: %s}\n".formatted(kind);
    TinyRuns.train(folder.resolve("run"), yaml, data);
    List<EpochMetrics> epochs = MetricsFile.in(folder.resolve("run")).epochs();
    assertThat(epochs.get(29).loss()).isLessThan(0.5 * epochs.get(0).loss());
  }

  @Test
  void average_isTheModelThatIsKept_andBothAreInTheCheckpoint() {
    Path run = folder.resolve("run");
    TinyRuns.train(run, training("average: 0.9"), data);
    Safetensors checkpoint = Safetensors.read(run.resolve(RunFolder.TRAINING));
    float[] last = checkpoint.get("parameters").values();
    float[] average = checkpoint.get("average").values();
    assertThat(average).isNotEqualTo(last);
    assertThat(MetricsFile.in(run).epochs().get(5).validationError())
        .isEqualTo(
            MetricsFile.in(run).epochs().stream()
                .mapToDouble(EpochMetrics::validationError)
                .min()
                .orElseThrow()); // so the last average is the model
    assertThat(weights(run)).containsExactly(average);
  }

  @Test
  void warmUp_isLoggedAsTheRateOfTheEpochsLastUpdate() {
    Path run = folder.resolve("run");
    TinyRuns.train(run, training("warmup: 8, schedule: {kind: constant}"), data);
    assertThat(MetricsFile.in(run).epochs())
        .extracting(EpochMetrics::learningRate)
        .containsExactly(0.25e-3, 0.5e-3, 0.75e-3, 1e-3, 1e-3, 1e-3);
  }

  @Test
  void stride_makesLongerStepsOfTheModel() {
    Path run = folder.resolve("run");
    TinyRuns.train(run, TinyRuns.FNO + "data: {stride: 3}\n", data);
    assertThat(ModelCard.read(run).dt()).isCloseTo(0.3, within(1e-12));
    assertThatThrownBy(
            () -> Trainer.check(TinyRuns.config(TinyRuns.FNO + "data: {stride: 9}\n"), data))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("found 10 of 2 with data.stride 9");
  }

  private static float[] weights(Path run) {
    Safetensors model = Safetensors.read(run.resolve(RunFolder.MODEL));
    int size = model.names().stream().mapToInt(n -> model.get(n).values().length).sum();
    float[] all = new float[size];
    int at = 0;
    for (String name : model.names()) {
      float[] values = model.get(name).values();
      System.arraycopy(values, 0, all, at, values.length);
      at += values.length;
    }
    return all;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          training: {warmup: -1}                    | expected training.warmup and noise >= 0, average from 0 to below 1, found -1, 0.0, 0.0
          training: {noise: -0.1}                   | found 0, -0.1, 0.0
          training: {average: 1}                    | found 0, 0.0, 1.0
          training: {schedule: {kind: cosin}}       | expected one of cosine, constant, step, exponential, one_cycle
          training: {schedule: {factor: 0}}         | factor above 0 and at most 1
          training: {schedule: {every: 0}}          | training.schedule with every >= 1
          training: {schedule: {peak: 1}}           | peak between 0 and 1
          training: {schedule: {kind: exponential}, finalLearningRate: 0} | training.finalLearningRate > 0 for an exponential schedule
          objective: {kind: h2}                     | expected one of squared, relative, relative_squared
          data: {stride: 0}                         | expected data.stride >= 1, found 0
          """)
  void wrongValues_areNamed(String yaml, String message) {
    assertThatThrownBy(() -> TinyRuns.config(yaml))
        .isInstanceOf(UserError.class)
        .hasMessageContaining(message);
  }
}
