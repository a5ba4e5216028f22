package io.tfsno.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.base.ConfigReader;
import io.tfsno.base.UserError;
import io.tfsno.data.SyntheticSets;
import io.tfsno.engine.PerTestScope;
import io.tfsno.run.EpochMetrics;
import io.tfsno.run.MetricsFile;
import io.tfsno.run.Provenance;
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

@ExtendWith(PerTestScope.class)
class RunLengthTest {
  private static final String LONGER = TinyRuns.FNO.replace("epochs: 6", "epochs: 9");

  @TempDir Path folder;
  private Path data;
  private Path run;

  @BeforeEach
  void makeData() {
    data = SyntheticSets.fadingWaves(folder.resolve("waves.h5"), 10, 8, 32);
    run = folder.resolve("run");
  }

  private void extend(int epochs) {
    RunLength now = RunLength.of(run, stored());
    TrainConfig changed = now.changedTo(epochs);
    try (RunFolder held = RunFolder.resume(run)) {
      now.write(held, changed);
    }
  }

  private TrainConfig stored() {
    return ConfigReader.read(run.resolve(RunFolder.CONFIG), TrainConfig.class);
  }

  @Test
  void finishedRun_extended_keepsItsEpochsAndTakesTheRatesOfTheNewLength() throws IOException {
    TinyRuns.train(run, TinyRuns.FNO, data);
    String before = Files.readString(run.resolve(RunFolder.METRICS));

    extend(9);
    Trainer.Result result = TinyRuns.train(run, LONGER, data);

    assertThat(result.epochs()).isEqualTo(9);
    assertThat(result.updates()).isEqualTo(18);
    assertThat(run.resolve(RunFolder.METRICS)).content().startsWith(before);
    List<EpochMetrics> epochs = MetricsFile.in(run).epochs();
    assertThat(epochs).extracting(EpochMetrics::epoch).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9);
    for (int e = 6; e < 9; e++) {
      double cosine = 1e-5 + 0.5 * (1e-3 - 1e-5) * (1 + Math.cos(Math.PI * e / 9));
      assertThat(epochs.get(e).learningRate()).isCloseTo(cosine, within(1e-15));
    }
    assertThat(stored().training().epochs()).isEqualTo(9);
    StoredProvenance provenance = StoredProvenance.in(run).orElseThrow();
    Provenance.Extension change = provenance.extensions().get(0);
    assertThat(List.of(change.epoch(), change.before(), change.epochs())).containsExactly(6, 6, 9);
    assertThat(provenance.document().path("epochs").asInt()).isEqualTo(9);
  }

  @Test
  void unfinishedRun_extendedBeforeItsFirstEpoch_equalsARunOfThatLength() throws IOException {
    Path whole = folder.resolve("whole");
    TinyRuns.train(whole, LONGER, data);
    assertThatThrownBy(() -> TinyRuns.train(run, TinyRuns.FNO, data, 1))
        .isInstanceOf(CancellationException.class);

    extend(9);
    TinyRuns.train(run, LONGER, data);

    for (String name : List.of(RunFolder.MODEL, RunFolder.TRAINING)) {
      assertThat(run.resolve(name)).hasSameBinaryContentAs(whole.resolve(name));
    }
  }

  @Test
  void extendedRun_stoppedAndResumed_equalsTheUninterruptedOne() throws IOException {
    Path whole = folder.resolve("whole");
    TinyRuns.train(whole, TinyRuns.FNO, data);
    TinyRuns.train(whole, LONGER, data);
    TinyRuns.train(run, TinyRuns.FNO, data);
    extend(9);
    assertThatThrownBy(() -> TinyRuns.train(run, LONGER, data, 15))
        .isInstanceOf(CancellationException.class);

    TinyRuns.train(run, LONGER, data);

    for (String name : List.of(RunFolder.MODEL, RunFolder.TRAINING)) {
      assertThat(run.resolve(name)).hasSameBinaryContentAs(whole.resolve(name));
    }
    assertThat(StoredProvenance.in(run).orElseThrow().extensions()).hasSize(1);
  }

  @Test
  void epochs_notMoreThanAreDone_areRefused() {
    TinyRuns.train(run, TinyRuns.FNO, data);
    RunLength now = RunLength.of(run, stored());
    for (int epochs : new int[] {1, 6}) {
      assertThatThrownBy(() -> now.changedTo(epochs))
          .isInstanceOf(UserError.class)
          .hasMessageContaining("expected more epochs than the 6 that are done, found " + epochs);
    }
  }

  @Test
  void runThatLostPatience_isNotExtended() {
    String impatient =
        TinyRuns.FNO
            .replace("epochs: 6", "epochs: 50, learningRate: 1e-30, finalLearningRate: 0")
            .replace("horizon: 4", "horizon: 4, patience: 2");
    TinyRuns.train(run, impatient, data);
    assertThatThrownBy(() -> RunLength.of(run, stored()).changedTo(60))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("stopped after 3 of 50 epochs because validation.patience = 2")
        .hasMessageContaining("Start a new run from its weights");
  }
}
