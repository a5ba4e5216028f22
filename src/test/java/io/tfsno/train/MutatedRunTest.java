package io.tfsno.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.Campaign;
import io.tfsno.Mutants;
import io.tfsno.base.ConfigReader;
import io.tfsno.base.UserError;
import io.tfsno.data.SyntheticSets;
import io.tfsno.data.file.StoredTensor;
import io.tfsno.data.safetensors.Safetensors;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.run.RunFolder;
import io.tfsno.run.TrainedModel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Damaged files of a run folder: told, or without harm. */
@ExtendWith(PerTestScope.class)
class MutatedRunTest {
  private static final float[] STATE = new float[16];

  @TempDir Path folder;

  private static Campaign part(String files, int planned) {
    return Campaign.of("damaged files: " + files, MutatedRunTest.class, planned);
  }

  private Path data;
  private Path run;

  @BeforeEach
  void train() {
    data = SyntheticSets.fadingWaves(folder.resolve("waves.h5"), 5, 6, 16);
    run = folder.resolve("run");
    TinyRuns.train(run, TinyRuns.FNO.replace("epochs: 6", "epochs: 1"), data);
    STATE[3] = 1;
  }

  @Test
  void model_mutated_isRefusedOrForecastsTheSame() throws IOException {
    Path file = run.resolve(RunFolder.MODEL);
    float[][] expected = forecast();
    Mutants mutants = new Mutants(Files.readAllBytes(file), 11);
    Campaign part = part("models", Mutants.count());
    for (int i = 0; i < Mutants.count(); i++) {
      byte[] mutant = mutants.next();
      Files.write(file, mutant);
      float[][] found = Mutants.survive(part, "mutant " + i, this::forecast);
      if (found != null && checked(mutant)) {
        assertThat(found).as("mutant %d", i).isDeepEqualTo(expected);
      }
    }
  }

  /** One that lost the checksum and the note of it is taken for a file of another program. */
  private static boolean checked(byte[] file) {
    String text = new String(file, StandardCharsets.ISO_8859_1);
    return text.contains("\"tfsno_crc32c\":\"") || text.contains("\"tfsno_checked\":\"");
  }

  @Test
  void model_whoseMetadataClaimHugeSizes_isRefusedBeforeAllocation() {
    Path file = run.resolve(RunFolder.MODEL);
    String model = Safetensors.read(file).metadata().get("model");
    rewrite(file, "model", model.replace("\"width\":8", "\"width\":2000000"));
    assertThatThrownBy(this::forecast)
        .isInstanceOf(UserError.class)
        .hasMessageContaining("numbers, found");
    rewrite(file, "model", model);
    rewrite(file, "shape", "{\"dimension\":1,\"points\":2000000000,\"channels\":1,\"length\":1}");
    assertThatThrownBy(this::forecast)
        .isInstanceOf(UserError.class)
        .hasMessageContaining("metadata is damaged");
  }

  @Test
  void checkpoint_mutated_isRefusedAndTheRestOfTheFolderStays() throws IOException {
    Path file = run.resolve(RunFolder.TRAINING);
    byte[] model = Files.readAllBytes(run.resolve(RunFolder.MODEL));
    byte[] sound = Files.readAllBytes(file);
    Mutants mutants = new Mutants(sound, 12, 8, sound.length);
    int count = Math.max(8, Mutants.count() / 4);
    Campaign part = part("checkpoints", count);
    for (int i = 0; i < count; i++) {
      byte[] mutant = mutants.next();
      while (Arrays.equals(mutant, sound) || !checked(mutant)) {
        mutant = mutants.next(); // not damaged after all, or taken for a file of another program
      }
      Files.write(file, mutant);
      part.tried(1);
      assertThatThrownBy(() -> TinyRuns.train(run, TinyRuns.FNO, data))
          .as("mutant %d", i)
          .isInstanceOf(UserError.class)
          .hasMessageStartingWith(file.toString());
      part.refused(1);
      assertThat(Files.readAllBytes(file)).isEqualTo(mutant);
    }
    assertThat(Files.readAllBytes(run.resolve(RunFolder.MODEL))).isEqualTo(model);
    Files.write(file, sound);
    TinyRuns.train(run, TinyRuns.FNO, data);
  }

  @Test
  void config_mutated_isAConfigurationOrUserError() throws IOException {
    Path file = run.resolve(RunFolder.CONFIG);
    Mutants mutants = new Mutants(Files.readAllBytes(file), 13);
    Campaign part = part("YAML", 3 * Mutants.count());
    for (int i = 0; i < 3 * Mutants.count(); i++) {
      Files.write(file, mutants.next());
      Mutants.survive(
          part,
          "mutant " + i,
          () -> {
            TrainConfig config = ConfigReader.read(file, TrainConfig.class);
            return config.model().in(1, "config");
          });
    }
  }

  @Test
  void provenanceAndMetrics_damaged_stopNoTraining() throws IOException {
    Files.writeString(run.resolve(RunFolder.METRICS), "\u0000{{{{ no line at all");
    Files.writeString(
        run.resolve(RunFolder.PROVENANCE), "{\"data_sha256\": [1, 2], \"started\": {}}");
    Trainer.Result result = TinyRuns.train(run, TinyRuns.FNO, data);
    assertThat(result.epochs()).isEqualTo(6);
  }

  @Test
  void provenance_thatIsNoObject_isToldByExportAndResume() throws IOException {
    for (String text : new String[] {"[]", "7", "{", "", "null"}) {
      Files.writeString(run.resolve(RunFolder.PROVENANCE), text);
      Path out = folder.resolve("out");
      assertThatThrownBy(() -> ModelExport.write(run, out, null, null, true))
          .as(text)
          .isInstanceOf(UserError.class)
          .hasMessageContaining("provenance.json: expected the provenance of a run");
      assertThatThrownBy(() -> TinyRuns.train(run, TinyRuns.FNO, data))
          .isInstanceOf(UserError.class)
          .hasMessageContaining("provenance.json: expected the provenance of a run");
    }
  }

  @Test
  void data_damagedSinceTheStart_areRefusedByResume() throws IOException {
    byte[] bytes = Files.readAllBytes(data);
    bytes[bytes.length - 4] ^= 1; // the last bit of one number
    Files.write(data, bytes);
    assertThatThrownBy(() -> TinyRuns.train(run, TinyRuns.FNO, data))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("with the checksum ");
  }

  @Test
  void data_changedSinceTheStart_areRefusedByResume() throws IOException {
    Files.delete(data);
    SyntheticSets.write(data, SyntheticSets.flat(5, 6, 1, 1, 16), (b, t, c, cell) -> b + cell);
    assertThatThrownBy(() -> TinyRuns.train(run, TinyRuns.FNO, data))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("expected the data that the run was started on (SHA-256 ");
  }

  private float[][] forecast() {
    try (TrainedModel model = TrainedModel.load(run, Device.CPU)) {
      return model.rollout(STATE, 2);
    }
  }

  private static void rewrite(Path file, String key, String value) {
    Safetensors source = Safetensors.read(file);
    Map<String, StoredTensor> tensors = new LinkedHashMap<>();
    source.names().forEach(name -> tensors.put(name, source.get(name)));
    Map<String, String> metadata = new LinkedHashMap<>(source.metadata());
    metadata.put(key, value);
    Safetensors.write(file, tensors, metadata);
  }
}
