package io.tfsno.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import io.tfsno.cli.Main;
import io.tfsno.data.SyntheticSets;
import io.tfsno.engine.Device;
import io.tfsno.eval.Evaluation;
import io.tfsno.run.EpochMetrics;
import io.tfsno.run.RunFolder;
import io.tfsno.train.Trainer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

class TrainingTest {
  private static final String CONFIG =
      """
      name: tiny
      data: {file: waves.h5}
      model: {name: fno, width: 8, modes: 4, layers: 2, head: 8}
      training: {epochs: 4, batch: 4, checkpoint: 0}
      validation: {trajectories: 2, every: 1, horizon: 4}
      """;

  @TempDir Path folder;
  private Path data;
  private Path config;

  @BeforeEach
  void makeData() throws IOException {
    data = SyntheticSets.fadingWaves(folder.resolve("waves.h5"), 10, 8, 32);
    config = Files.writeString(folder.resolve("tiny.yaml"), CONFIG);
  }

  private Training training() {
    return Training.on(data)
        .model("fno")
        .set("name", "tiny")
        .set("model.width", 8)
        .set("model.modes", 4)
        .set("model.layers", 2)
        .set("model.head", 8)
        .set("training", Map.of("epochs", 4, "batch", 4, "checkpoint", 0))
        .set("validation", Map.of("trajectories", 2, "every", 1, "horizon", 4));
  }

  @Test
  void run_writtenFromJava_isThatOfTheCommand() throws IOException {
    Path byCommand = folder.resolve("command");
    Path byKeys = folder.resolve("keys");
    Path byFile = folder.resolve("file");
    assertThat(Main.run("train", config.toString(), "--out", byCommand.toString())).isZero();
    training().train(byKeys);
    Training.of(config).train(byFile);
    for (Path run : List.of(byKeys, byFile)) {
      assertThat(files(run)).isEqualTo(files(byCommand));
      for (String name : List.of(RunFolder.MODEL, RunFolder.TRAINING, RunFolder.CONFIG)) {
        assertThat(run.resolve(name)).hasSameBinaryContentAs(byCommand.resolve(name));
      }
      assertThat(provenance(run).propertyNames())
          .containsExactlyInAnyOrderElementsOf(provenance(byCommand).propertyNames());
    }
    try (TrainedRun run = TrainedRun.open(byKeys, Device.CPU)) {
      Evaluation own = run.evaluate();
      assertThat(own.trajectories()).isEqualTo(1);
      assertThat(own.scores().at(1).l2().mean()).isPositive();
      assertThat(run.evaluate(data, 3).horizon()).isEqualTo(3);
    }
  }

  private static List<String> files(Path run) throws IOException {
    try (var all = Files.list(run)) {
      return all.map(f -> f.getFileName().toString()).sorted().toList();
    }
  }

  private static JsonNode provenance(Path run) throws IOException {
    return new ObjectMapper().readTree(Files.readString(run.resolve(RunFolder.PROVENANCE)));
  }

  @Test
  void listener_hearsEveryEpoch_andStopsTheTraining() throws IOException {
    Path whole = folder.resolve("whole");
    Path parts = folder.resolve("parts");
    List<EpochMetrics> heard = new ArrayList<>();
    training().listener((epoch, stop) -> heard.add(epoch)).train(whole);
    assertThat(heard).extracting(EpochMetrics::epoch).containsExactly(1, 2, 3, 4);

    TrainingListener impatient =
        (epoch, stop) -> {
          if (epoch.epoch() == 2) {
            stop.request();
          }
        };
    assertThatThrownBy(() -> training().listener(impatient).train(parts))
        .isInstanceOf(CancellationException.class);
    Trainer.Result resumed = Training.resume(parts, TrainingListener.NONE, Device.CPU);
    assertThat(resumed.epochs()).isEqualTo(4);
    assertThat(parts.resolve(RunFolder.TRAINING))
        .hasSameBinaryContentAs(whole.resolve(RunFolder.TRAINING));

    assertThat(Training.extend(parts, 6, TrainingListener.NONE, Device.CPU).epochs()).isEqualTo(6);
    Path tuned = folder.resolve("tuned");
    training().from(parts).train(tuned);
    assertThat(provenance(tuned).path("started_from").path("run").asString()).isEqualTo("parts");
  }

  @Test
  void wrongWishes_areNamedAndLeaveNoRun() {
    Path run = folder.resolve("never");
    assertThatThrownBy(() -> training().set("training.epochss", 3).train(run))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("unknown key 'training.epochss': did you mean 'training.epochs'?");
    assertThatThrownBy(() -> training().set("model.modes", 90).train(run))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("modes");
    assertThatThrownBy(() -> Training.on(folder.resolve("absent.h5")).train(run))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("absent.h5: expected the data set that the config names");
    assertThat(run).doesNotExist();

    training().train(run);
    assertThatThrownBy(() -> training().train(run))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("expected no run there yet, found one");
    training().replacing().train(run);
  }
}
