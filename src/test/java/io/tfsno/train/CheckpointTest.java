package io.tfsno.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.Cancellation;
import io.tfsno.base.ProgressListener;
import io.tfsno.base.UserError;
import io.tfsno.data.SyntheticSets;
import io.tfsno.data.file.StoredTensor;
import io.tfsno.data.safetensors.Safetensors;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Initialiser;
import io.tfsno.nn.Parameters;
import io.tfsno.run.ModelCard;
import io.tfsno.run.RunFolder;
import io.tfsno.run.TrainedModel;
import io.tfsno.train.optimiser.AdamW;
import io.tfsno.train.optimiser.Learner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The files of a run folder, and what is said of those that cannot be used. */
@ExtendWith(PerTestScope.class)
class CheckpointTest {
  @TempDir Path folder;
  private Path data;
  private Path run;

  @BeforeEach
  void train() {
    data = SyntheticSets.fadingWaves(folder.resolve("waves.h5"), 5, 6, 16);
    run = folder.resolve("run");
    TinyRuns.train(run, TinyRuns.FNO.replace("epochs: 6", "epochs: 1"), data);
  }

  @Test
  void patience_inEpochsBeyondAnInt_isNotUsedUp() {
    Checkpoint soon = new Checkpoint(10, 100, 0, 0.5, 5);
    assertThat(soon.outOfPatience(new TrainConfig.Validation(1, 1, 1, 5))).isTrue();
    assertThat(soon.outOfPatience(new TrainConfig.Validation(1, 100_000, 1, 30_000))).isFalse();
  }

  /** A range that no data have, to tell whether it was found anew. */
  @Test
  void range_ofTheTrainingStates_isFoundOncePerRun() {
    Path again = folder.resolve("again");
    String yaml = TinyRuns.FNO.replace("epochs: 6", "epochs: 3");
    assertThatThrownBy(() -> TinyRuns.train(again, yaml, data, 2))
        .isInstanceOf(CancellationException.class);
    Path model = again.resolve(RunFolder.MODEL);
    TrainConfig config = TinyRuns.config(yaml).withDataFile(data.toString());
    String marked = ModelCard.read(model).toMetadata().get("training_range");
    marked = marked.replaceFirst("\"low\":[^,]*", "\"low\":-12345.0");
    rewrite(model, "training_range", marked);
    try (RunFolder folderOfRun = RunFolder.resume(again)) {
      new Trainer(config, data, folderOfRun, Device.CPU)
          .train(new Cancellation(), ProgressListener.NONE);
    }
    assertThat(ModelCard.read(model).range().fields().get(0).mean().low()).isEqualTo(-12345.0);
    assertThat(TinyRuns.train(again, yaml.replace("epochs: 3", "epochs: 5"), data)).isNotNull();
    assertThat(ModelCard.read(model).range().fields().get(0).mean().low())
        .as("found anew where the data may be others")
        .isGreaterThan(-100);
  }

  @Test
  void checkpoint_readBack_restoresEverything() {
    Path file = folder.resolve("training.safetensors");
    Checkpoint written = new Checkpoint(7, 123_456_789_012L, -1, 0.1 + 0.2, 5);
    try (Parameters a = parameters(1, 3);
        AdamW first = new AdamW(a, 0, 0);
        Parameters b = parameters(2, 3);
        AdamW second = new AdamW(b, 0, 0)) {
      first.firstMoment().copyInPlace(Tensor.of(new float[] {1, 2, 3}, 3));
      first.secondMoment().copyInPlace(Tensor.of(new float[] {4, 5, 1e-30f}, 3));
      written.write(file, new Learner(a, first, null), TinyRuns.config(TinyRuns.FNO));
      assertThat(Checkpoint.read(file, new Learner(b, second, null))).isEqualTo(written);
      assertThat(b.flat().toFloats()).containsExactly(a.flat().toFloats());
      assertThat(b.flatState().toFloats()).containsExactly(a.flatState().toFloats());
      assertThat(second.firstMoment().toFloats()).containsExactly(1, 2, 3);
      assertThat(second.secondMoment().toFloats()).containsExactly(4, 5, 1e-30f);
      assertThat(second.steps()).isEqualTo(123_456_789_012L);
    }
  }

  @Test
  void checkpoint_beforeTheFirstValidation_keepsInfinity() {
    Path file = folder.resolve("training.safetensors");
    try (Parameters p = parameters(1, 3);
        AdamW optimiser = new AdamW(p, 0, 0)) {
      Learner learner = new Learner(p, optimiser, null);
      new Checkpoint(0, 0, 0, Double.POSITIVE_INFINITY, 0)
          .write(file, learner, TinyRuns.config(TinyRuns.FNO));
      assertThat(Checkpoint.read(file, learner).best()).isInfinite();
    }
  }

  @Test
  void checkpoint_ofAnotherModel_isRefused() {
    assertThatThrownBy(
            () -> TinyRuns.train(run, TinyRuns.FNO.replace("width: 8", "width: 6"), data))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("training.safetensors: expected 'parameters' with ")
        .hasMessageContaining("The run's config does not fit its checkpoint.");
  }

  @Test
  void checkpoint_ofANewerVersion_isRefused() {
    Path file = run.resolve(RunFolder.TRAINING);
    rewrite(file, "format_version", "3");
    assertThatThrownBy(() -> TinyRuns.train(run, TinyRuns.FNO, data))
        .isInstanceOf(UserError.class)
        .hasMessage(file + ": was written by a newer tfsno. Use that one to continue the run.");
  }

  @Test
  void checkpoint_withDamagedMetadata_isRefused() {
    Path file = run.resolve(RunFolder.TRAINING);
    for (String value : new String[] {"seven", null}) {
      rewrite(file, "epoch", value);
      assertThatThrownBy(() -> TinyRuns.train(run, TinyRuns.FNO, data))
          .isInstanceOf(UserError.class)
          .hasMessage(file + ": its metadata is damaged. Start a new run.");
    }
  }

  @Test
  void checkpoint_cutShort_isRefused() throws IOException {
    Path file = run.resolve(RunFolder.TRAINING);
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length - 1));
    assertThatThrownBy(() -> TinyRuns.train(run, TinyRuns.FNO, data))
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith(file.toString());
  }

  @Test
  void model_ofANewerVersion_isRefused() {
    Path file = run.resolve(RunFolder.MODEL);
    int known = ModelCard.FORMAT_VERSION;
    rewrite(file, "format_version", Integer.toString(known + 1));
    assertThatThrownBy(() -> TrainedModel.load(run, Device.CPU))
        .isInstanceOf(UserError.class)
        .hasMessage(
            "%s: expected format version %d or older, found %d. Use a newer tfsno."
                .formatted(file, known, known + 1));
  }

  @Test
  void model_cutShort_isRefused() throws IOException {
    Path file = run.resolve(RunFolder.MODEL);
    byte[] bytes = Files.readAllBytes(file);
    for (int length : new int[] {0, 5, 100, bytes.length / 2, bytes.length - 1}) {
      Files.write(file, Arrays.copyOf(bytes, length));
      assertThatThrownBy(() -> TrainedModel.load(run, Device.CPU))
          .isInstanceOf(UserError.class)
          .hasMessageStartingWith(file.toString());
    }
  }

  @Test
  void model_withoutOurMetadata_isRefused() {
    Path file = folder.resolve("other.safetensors");
    Safetensors.write(file, Map.of("w", new StoredTensor(new long[] {1}, new float[1])), Map.of());
    assertThatThrownBy(() -> TrainedModel.load(file, Device.CPU))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("expected weights written by tfsno");
  }

  @Test
  void model_withDamagedMetadata_isRefused() {
    Path file = run.resolve(RunFolder.MODEL);
    byte[] bytes = read(file);
    for (String key : new String[] {"model", "shape", "normaliser", "dt"}) {
      for (String value : new String[] {null, "{", "[]", "nonsense"}) {
        rewrite(file, key, value);
        assertThatThrownBy(() -> TrainedModel.load(run, Device.CPU))
            .as(key + " = " + value)
            .isInstanceOf(UserError.class)
            .hasMessageStartingWith(file.toString());
        write(file, bytes);
      }
    }
  }

  @Test
  void model_withWeightsOfOtherSizes_isRefused() {
    Path file = run.resolve(RunFolder.MODEL);
    String model = Safetensors.read(file).metadata().get("model");
    rewrite(file, "model", model.replace("\"width\":8", "\"width\":6"));
    assertThatThrownBy(() -> TrainedModel.load(run, Device.CPU))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("lift.weight")
        .hasMessageContaining("These weights belong to another model");
    rewrite(file, "model", model.replace("\"layers\":2", "\"layers\":1"));
    assertThatThrownBy(() -> TrainedModel.load(run, Device.CPU))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("tensors, found");
    rewrite(file, "model", model.replace("\"layers\":2", "\"layers\":3"));
    assertThatThrownBy(() -> TrainedModel.load(run, Device.CPU))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("expected a tensor 'layers.2.");
  }

  @Test
  void folder_withoutWeights_isRefused() {
    assertThatThrownBy(() -> TrainedModel.load(folder, Device.CPU))
        .isInstanceOf(UserError.class)
        .hasMessage(
            folder
                + ": expected a run folder with model.safetensors, found none."
                + " Train first, or check the path.");
    assertThatThrownBy(() -> TrainedModel.load(folder.resolve("none"), Device.CPU))
        .isInstanceOf(UserError.class);
  }

  @Test
  void model_byItself_isEnough() throws IOException {
    Path alone = Files.copy(run.resolve(RunFolder.MODEL), folder.resolve("m.safetensors"));
    float[] u = new float[16];
    u[2] = 1;
    try (TrainedModel a = TrainedModel.load(run, Device.CPU);
        TrainedModel b = TrainedModel.load(alone, Device.CPU)) {
      float[][] states = b.rollout(u, 3);
      assertThat(states).isDeepEqualTo(a.rollout(u, 3)).hasNumberOfRows(4);
      assertThat(states[0]).containsExactly(u).isNotSameAs(u);
    }
  }

  @Test
  void secondWriter_onTheSameFolder_isRefused() {
    try (RunFolder first = RunFolder.resume(run)) {
      assertThatThrownBy(() -> RunFolder.resume(first.path()))
          .isInstanceOf(UserError.class)
          .hasMessage(
              run
                  + ": another process is training there."
                  + " Wait for it, or choose another folder.");
      assertThatThrownBy(() -> RunFolder.create(run, true)).isInstanceOf(UserError.class);
      assertThat(run.resolve(RunFolder.MODEL)).exists();
    }
    RunFolder.resume(run).close();
  }

  @Test
  void folder_withARun_isReplacedOnlyByForce() {
    assertThatThrownBy(() -> RunFolder.create(run, false))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("resume that run")
        .hasMessageContaining("replace it");
    assertThat(run.resolve(RunFolder.MODEL)).exists();
    RunFolder.create(run, true).close();
    assertThat(run.resolve(RunFolder.MODEL)).doesNotExist();
    assertThat(run.resolve(RunFolder.TRAINING)).doesNotExist();
    assertThatThrownBy(() -> RunFolder.resume(folder.resolve("none")))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("expected a run folder with config.yaml");
  }

  private static Parameters parameters(long seed, int size) {
    Parameters p = new Parameters();
    p.declare("w", Initialiser.normal(1), size);
    p.declareState("s", Initialiser.normal(1), 2);
    p.allocate(Device.CPU, new Rng(seed));
    return p;
  }

  /** The same file with one entry of its metadata changed, or left out. */
  private static void rewrite(Path file, String key, String value) {
    Safetensors source = Safetensors.read(file);
    Map<String, StoredTensor> tensors = new LinkedHashMap<>();
    source.names().forEach(name -> tensors.put(name, source.get(name)));
    Map<String, String> metadata = new LinkedHashMap<>(source.metadata());
    metadata.remove(key);
    if (value != null) {
      metadata.put(key, value);
    }
    Safetensors.write(file, tensors, metadata);
  }

  private static byte[] read(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void write(Path file, byte[] bytes) {
    try {
      Files.write(file, bytes);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
