package io.tfsno.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.Conditioned;
import io.tfsno.base.UserError;
import io.tfsno.data.SyntheticSets;
import io.tfsno.data.file.StoredTensor;
import io.tfsno.data.safetensors.Safetensors;
import io.tfsno.engine.PerTestScope;
import io.tfsno.operator.Inputs;
import io.tfsno.run.ModelCard;
import io.tfsno.run.RunFolder;
import io.tfsno.run.range.TrainingRange;
import io.tfsno.spectral.Channel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(PerTestScope.class)
class ExportRangeTest {
  @TempDir Path folder;
  private Path data;
  private Path run;
  private Path out;

  @BeforeEach
  void trainAModel() {
    data = SyntheticSets.fadingWaves(folder.resolve("waves.h5"), 10, 8, 32);
    run = folder.resolve("run");
    out = folder.resolve("out");
    TinyRuns.train(run, TinyRuns.FNO, data);
  }

  @Test
  void range_ofTheTrainingsData_isWhatTheTrainingItselfWroteDown() {
    ModelCard trained = ModelCard.read(run);
    forgetRange();
    assertThat(ModelCard.read(run).range()).isNull();
    ModelExport.write(run, out, null, data, false);
    assertThat(ModelCard.read(out)).isEqualTo(trained);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "conditions: [nu, kappa]",
        "context: {states: 3, to: channels, features: [ratios]}"
      })
  void numbersOfTrajectories_areWrittenDownAsWell(String given) {
    Path conditioned = Conditioned.data(folder.resolve("mine.h5"));
    Path other = folder.resolve("other");
    String model = "model: {name: fno, width: 4, modes: 4, layers: 1, head: 4, %s}%n";
    TinyRuns.train(other, model.formatted(given) + "training: {epochs: 1}", conditioned);
    TrainingRange range = ModelCard.read(other).range();
    assertThat(range.parameters().size() + range.context().size()).isPositive();
    run = other;
    forgetRange();
    ModelExport.write(run, out, null, conditioned, false);
    assertThat(ModelCard.read(out).range()).isEqualTo(range);
  }

  @Test
  void observedNumbers_ofAFineTunedRun_areReadWithTheConstantsOfTheFirst() {
    String model =
        """
        model:
          {name: fno, width: 4, modes: 4, layers: 1, head: 4,
           context: {states: 3, to: channels, features: [statistics]}}
        training: {epochs: 1}
        """;
    TinyRuns.train(folder.resolve("first"), model, Conditioned.data(folder.resolve("mine.h5")));
    run = folder.resolve("second");
    TinyRuns.train(run, model + "from: " + folder.resolve("first"), data);
    TrainingRange range = ModelCard.read(run).range();
    forgetRange();
    ModelExport.write(run, out, null, data, false);
    assertThat(ModelCard.read(out).range()).isEqualTo(range);
  }

  @Test
  void dataWithoutTheModelsParameters_areRefused() {
    Path other = folder.resolve("other");
    String model =
        "model: {name: fno, width: 4, modes: 4, layers: 1, head: 4, conditions: [nu, kappa]}";
    TinyRuns.train(other, model, Conditioned.data(folder.resolve("mine.h5")));
    assertThatThrownBy(() -> ModelExport.write(other, out, null, data, false))
        .isInstanceOf(UserError.class)
        .hasMessage(
            data
                + ": expected nu, kappa, as the model was trained with, found no such condition."
                + " Name the data of its training.");
    assertThat(out).doesNotExist();
  }

  /** The same name does not make a field of a number. */
  @Test
  void dataWithAFieldInPlaceOfTheModelsParameter_areRefused() throws IOException {
    Inputs inputs = new Inputs(1, List.of(), List.of(new Channel("kappa")), null);
    Path other = Conditioned.model(folder, "other", inputs);
    Files.copy(run.resolve("config.yaml"), other.resolve("config.yaml"));
    Path mine = Conditioned.data(folder.resolve("mine.h5"));
    assertThatThrownBy(() -> ModelExport.write(other, out, null, mine, false))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("expected kappa, as the model was trained with");
    assertThat(out).doesNotExist();
  }

  @Test
  void export_withoutData_keepsTheRangeAsItIs() {
    ModelExport.write(run, out, null, null, false);
    assertThat(ModelCard.read(out)).isEqualTo(ModelCard.read(run));
    forgetRange();
    ModelExport.write(run, out, null, null, true);
    assertThat(ModelCard.read(out).range()).isNull();
  }

  @Test
  void dataWithOtherFields_areRefusedBeforeAnythingIsWritten() {
    Path other =
        SyntheticSets.write(
            folder.resolve("other.h5"),
            SyntheticSets.flat(10, 8, 2, 1, 32),
            (b, t, c, cell) -> Math.sin(b + c + cell));
    assertThatThrownBy(() -> ModelExport.write(run, out, null, other, false))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("other.h5: expected 1 channel(s)")
        .hasMessageContaining("Name the data of its training.");
    assertThat(out).doesNotExist();
  }

  /** As models were that were trained before ranges were written down. */
  private void forgetRange() {
    Path file = run.resolve(RunFolder.MODEL);
    Safetensors source = Safetensors.read(file);
    Map<String, StoredTensor> tensors = new LinkedHashMap<>();
    source.names().forEach(name -> tensors.put(name, source.get(name)));
    Map<String, String> metadata = new HashMap<>(source.metadata());
    metadata.remove("training_range");
    Safetensors.writeHalf(file, tensors, 0, metadata);
  }
}
