package io.tfsno.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.data.npy.Npy;
import io.tfsno.data.npy.NpyArray;
import io.tfsno.engine.Device;
import io.tfsno.engine.Scope;
import io.tfsno.operator.baseline.FnoSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * {@code python/tfsno.py} against this program: each opens what the other wrote and predicts the
 * same. {@code src/test/python/bridge.py} is the other side.
 */
class PythonBridgeTest {
  private static final Path OLD = Path.of("src/test/resources/v1/runs");

  /** Relative to the largest value of a state, after one step and after a few. */
  private static final double AGREED = 1e-5;

  @TempDir private Path folder;

  @BeforeAll
  static void findPython() {
    Python.require();
  }

  @Test
  void runsOfAllKinds_predictTheSameInPython_alsoWhenSavedThere() throws IOException {
    Path runs = Files.createDirectories(folder.resolve("runs"));
    List<String> names = BridgeRuns.write(runs);
    JsonNode errors = Python.run("predict", runs, folder.resolve("saved"));
    assertThat(errors.propertyNames())
        .containsAll(names.stream().map(n -> n + "/expected").toList());
    errors.properties().forEach(e -> assertAgreed(e.getKey(), e.getValue()));
    for (String name : names) {
      assertPredicts(folder.resolve("saved").resolve(name), runs.resolve(name));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"e1-fno", "e1-tfsno-l", "e2-tfsno-l", "e3-tfsno", "e6-tfsno"})
  void shippedModels_predictTheSameInPython_andKeepTheirRange(String name) throws IOException {
    Path shipped = Path.of("models").resolve(name);
    Path run = Files.createDirectories(folder.resolve("runs").resolve(name));
    Files.copy(shipped.resolve(RunFolder.MODEL), run.resolve(RunFolder.MODEL));
    BridgeRuns.predict(run);
    JsonNode errors = Python.run("predict", run.getParent(), folder.resolve("saved"));
    assertThat(errors.size()).isEqualTo(1);
    errors.properties().forEach(e -> assertAgreed(e.getKey(), e.getValue()));
    Path saved = folder.resolve("saved").resolve(name);
    assertPredicts(saved, run);
    assertThat(ModelCard.read(saved).range())
        .usingRecursiveComparison()
        .isEqualTo(ModelCard.read(shipped).range());
  }

  @Test
  void oldRuns_predictTheOldNumbersInPython_alsoOnFinerGrids() {
    JsonNode errors = Python.run("predict", OLD, folder.resolve("saved"), "fno", "pino", "tfsno");
    assertThat(errors.size()).isEqualTo(25);
    errors.properties().forEach(e -> assertAgreed(e.getKey(), e.getValue()));
    assertPredicts(
        folder.resolve("saved/tfsno-1d-contraction"), OLD.resolve("tfsno-1d-contraction"));
    assertThat(folder.resolve("saved/tfsno-1d/config.yaml"))
        .hasSameTextualContentAs(OLD.resolve("tfsno-1d/config.yaml"));
  }

  @Test
  void neuraloperatorsFno_predictsWhatItsFormulasGive_andGoesBackUnchanged() {
    JsonNode result = Python.run("neuralop", folder);
    for (String name : List.of("line", "box", "odd")) {
      JsonNode one = result.get(name);
      assertThat(one.get("python").asDouble()).as(name).isLessThan(AGREED);
      assertThat(one.get("again").asDouble()).as(name).isLessThan(AGREED);
      assertPredicts(folder.resolve(name), folder.resolve(name));
    }
    assertThat(result.get("box").get("same_tensors").asBoolean()).isTrue();
    assertThat(result.get("box").get("n_modes")).hasToString("[8,6]");
    FnoSpec box = (FnoSpec) ModelCard.read(folder.resolve("box")).spec();
    assertThat(box.modes()).hasToString("[4, 4]");
    assertThat(List.of(box.lifting(), box.channelMlp())).containsExactly(7, 6);
    // Five waves, -2 to 2, are six with a weight of zero at -3.
    assertThat(result.get("odd").get("n_modes")).hasToString("[4,6,4]");
  }

  @Test
  void training_inPyTorch_reachesAllParametersAndComesBack() {
    Path run = OLD.resolve("tfsno-1d-standardise");
    JsonNode result = Python.run("train", run, folder.resolve("tuned"));
    JsonNode losses = result.get("losses");
    assertThat(losses.get(losses.size() - 1).asDouble()).isLessThan(losses.get(0).asDouble() / 2);
    assertThat(result.get("without_gradient")).isEmpty();
    assertPredicts(folder.resolve("tuned"), folder.resolve("tuned"));
  }

  @Test
  void training_ofAModelWithEverything_reachesAllParametersAndComesBack() throws IOException {
    for (String name : List.of("tfsno-context-all", "tfsno-phase-learnt", "tfsno-local")) {
      Path run = BridgeRuns.write(folder, name);
      JsonNode result = Python.run("train", run, folder.resolve(name + "-tuned"));
      assertThat(result.get("without_gradient")).as(name).isEmpty();
      // Training steps are not guarded.
      assertThat(result.get("free").asBoolean())
          .as(name)
          .isEqualTo(name.equals("tfsno-context-all"));
      assertPredicts(folder.resolve(name + "-tuned"), folder.resolve(name + "-tuned"));
    }
  }

  @Test
  void conditionsThatDoNotFit_areRefused() throws IOException {
    Path context = BridgeRuns.write(folder, "tfsno-context");
    JsonNode m = Python.run("misuse", context, BridgeRuns.write(folder, "fno-means"));
    assertThat(m.get("nothing").asString())
        .isEqualTo(
            "expected what the first 4 states say, found nothing. Give context=model.observe(states),"
                + " or a rollout the states before the present one as history.");
    assertThat(m.get("few").asString())
        .isEqualTo("expected 3 states before the present one, found 2.");
    assertThat(m.get("observed").asString())
        .isEqualTo("expected the first 4 states [batch, 4, channel, ...], found [1, 3, 1, 32].");
    assertThat(m.get("unasked").asString())
        .isEqualTo("expected no context, found one. This model remembers nothing.");
    assertThat(m.get("unasked_states").asString())
        .isEqualTo("expected 0 states before the present one, found 3.");
    assertThat(m.get("unremembered").asString())
        .isEqualTo("expected a model with a context, found one that remembers nothing.");
  }

  @Test
  void runsItCannotRepresent_areRefusedByName() throws IOException {
    Path unknown = BridgeRuns.withUnknownSize(folder.resolve("unknown"));
    Path feature = BridgeRuns.withUnknownFeature(folder.resolve("feature"));
    JsonNode messages = Python.run("refuse", OLD.resolve("uno-1d"), unknown, feature);
    assertThat(messages.get("feature").asString())
        .isEqualTo(
            "the context's feature 'COLOURS': expected one of STATISTICS, RATIOS, PHASES, POWER, LAW,"
                + " TREND.");
    assertThat(messages.get("uno-1d").asString())
        .isEqualTo("model 'uno': expected one of fno, pino, tfsno.");
    assertThat(messages.get("unknown").asString())
        .isEqualTo("the model's 'attention': this file does not know it. Use a newer tfsno.py.");
  }

  @Test
  void neuraloperatorsOptionsItCannotRepresent_areRefusedByName() {
    JsonNode m = Python.run("refuse-neuralop", OLD.resolve("fno-1d"));
    assertThat(m.get("norm").asString()).contains("norm='group_norm'", "norm=None");
    assertThat(m.get("activation").asString()).contains("non_linearity", "our FNO has GELU");
    assertThat(m.get("padding").asString()).contains("domain_padding=0.1");
    assertThat(m.get("no_mlp").asString()).contains("use_channel_mlp=False", "twice");
    assertThat(m.get("factorised").asString()).contains("weight.core", "nothing like it");
    assertThat(m.get("channels").asString()).contains("5 input channels", "2 output channels");
    assertThat(m.get("points").asString()).contains("4 modes on 7 points: at most 3");
    assertThat(m.get("axes").asString()).contains("one number for each of 2 axes");
    assertThat(m.get("back").asString()).startsWith("channelMlp:");
  }

  private static void assertAgreed(String name, JsonNode oneStepAndAll) {
    oneStepAndAll.forEach(e -> assertThat(e.asDouble()).as(name).isLessThan(AGREED));
  }

  /** A run gives the rollout that lies in a folder. */
  private static void assertPredicts(Path run, Path truth) {
    NpyArray expected = Npy.read(truth.resolve("expected.npy"));
    try (Scope scope = new Scope();
        TrainedModel model = TrainedModel.load(run, Device.CPU)) {
      float[] states = BridgeRuns.rollout(model, truth, expected.shape()[1] - 1);
      float[] wanted = expected.floats();
      double size = 0;
      double apart = 0;
      for (int i = 0; i < wanted.length; i++) {
        size = Math.max(size, Math.abs(wanted[i]));
        apart = Math.max(apart, Math.abs(wanted[i] - states[i]));
      }
      assertThat(apart / size).as(run.toString()).isLessThan(AGREED);
    }
  }
}
