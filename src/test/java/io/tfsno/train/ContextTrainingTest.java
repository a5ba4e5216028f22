package io.tfsno.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.ProgressListener;
import io.tfsno.base.UserError;
import io.tfsno.data.ConditionedSets;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.safetensors.Safetensors;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.eval.Evaluation;
import io.tfsno.eval.Evaluator;
import io.tfsno.operator.context.ContextSpec;
import io.tfsno.run.Given;
import io.tfsno.run.ModelCard;
import io.tfsno.run.RunFolder;
import io.tfsno.run.TrainedModel;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(PerTestScope.class)
class ContextTrainingTest {
  private static final int STEPS = 9;

  private static final String TFSNO =
      """
      name: tiny
      data: {stream: %s}
      model: {name: tfsno, widths: [6, 6], modes: [4, 2], predictDelta: true, context: {%s}}
      training: {epochs: %d, batch: 4, checkpoint: 0, learningRate: 1e-2}
      pushforward: {horizon: 2, every: 2}
      validation: {trajectories: 2, every: 5, horizon: 4}
      """;

  @TempDir Path folder;

  private Path decays(int trajectories) {
    return ConditionedSets.decays(folder.resolve("d.h5"), trajectories, STEPS);
  }

  private Trainer.Result train(String name, String yaml, Path file) {
    return TinyRuns.train(folder.resolve(name), yaml, file);
  }

  private static String config(String context, int epochs) {
    return TFSNO.formatted(false, context, epochs);
  }

  @Test
  void training_learnsARateThatTheStateCannotTell() {
    Path file = decays(40);
    double blind = train("blind", config("states: 3, to: none", 60), file).validationError();
    List<String> contexts =
        List.of(
            "states: 3, to: gate",
            "states: 3, to: both, features: [law]",
            "states: 3, to: channels",
            "states: 3, to: gate, learnt: {hidden: [8], numbers: 2}");
    SoftAssertions.assertSoftly(
        all -> {
          for (int i = 0; i < contexts.size(); i++) {
            double told = train("told" + i, config(contexts.get(i), 60), file).validationError();
            all.assertThat(told).as(contexts.get(i)).isLessThan(0.6 * blind);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "states: 3",
        "states: 4, to: channels",
        "states: 2, learnt: {hidden: [4], numbers: 3}"
      })
  void training_isTheSameStreamedAndResumed(String context) {
    Path file = decays(12);
    String held = config(context, 4);
    train("held", held, file);
    train("streamed", TFSNO.formatted(true, context, 4), file);
    assertThatThrownBy(() -> TinyRuns.train(folder.resolve("cut"), held, file, 5))
        .isInstanceOf(CancellationException.class);
    train("cut", held, file);
    assertThat(weights("streamed")).containsExactly(weights("held"));
    assertThat(weights("cut")).containsExactly(weights("held"));
    assertThat(constants("cut")).containsExactly(constants("held"));
  }

  private float[] weights(String run) {
    Safetensors file = Safetensors.read(folder.resolve(run).resolve(RunFolder.TRAINING));
    return file.get("parameters").values();
  }

  private float[] constants(String run) {
    Safetensors file = Safetensors.read(folder.resolve(run).resolve(RunFolder.MODEL));
    return file.get("context.scale").values();
  }

  @Test
  void card_keepsTheContext() {
    train("run", config("states: 3, learnt: {hidden: [8], numbers: 2}", 1), decays(12));
    ModelCard card = ModelCard.read(folder.resolve("run"));
    ContextSpec context = card.shape().inputs().context();
    assertThat(context.states()).isEqualTo(3);
    assertThat(context.code(1)).isEqualTo(2);
    assertThat(card.toMetadata()).containsEntry("format_version", "4");
  }

  @Test
  void evaluation_startsAtTheLastStateOfTheContextWhateverItIsFor() {
    Path file = decays(12);
    train("gate", config("states: 4", 1), file);
    train("none", config("states: 4, to: none", 1), file);
    try (TrajectoryFile open = TrajectoryFile.open(file)) {
      for (String run : List.of("gate", "none")) {
        try (TrainedModel model = TrainedModel.load(folder.resolve(run), Device.CPU)) {
          Evaluator evaluator = new Evaluator(model, open.set(""), 0, 0);
          assertThat(evaluator.firstStep()).isEqualTo(3);
          Evaluation found = evaluator.evaluate(ProgressListener.NONE);
          assertThat(found.horizon()).isEqualTo(STEPS - 4);
        }
      }
    }
  }

  /** A prediction from arrays, and the evaluation's from the file, read the same states. */
  @Test
  void rollout_ofArrays_isThatOfTheEvaluation() {
    Path file = decays(12);
    train("run", config("states: 3", 3), file);
    try (TrajectoryFile open = TrajectoryFile.open(file);
        TrainedModel model = TrainedModel.load(folder.resolve("run"), Device.CPU)) {
      List<float[]> first =
          IntStream.range(0, 3).mapToObj(t -> open.set("").fields(5, 1, t).toFloats()).toList();
      float[][] states = model.rollout(first.get(2), 3, Given.NOTHING.after(first.subList(0, 2)));
      Evaluator evaluator = new Evaluator(model, open.set(""), 3, 0);
      evaluator.walk(
          5,
          1,
          (step, at, prediction, truth) ->
              assertThat(prediction.toFloats()).containsExactly(states[step]));
      assertThatThrownBy(() -> model.rollout(first.get(2), 3))
          .isInstanceOf(UserError.class)
          .hasMessage(
              "expected 2 states before the first one, found 0."
                  + " This model was trained with model.context.states 3.");
    }
  }

  @Test
  void context_longerThanTheTrajectories_isRefused() {
    Path file = decays(12);
    assertThatThrownBy(() -> train("run", config("states: 8", 1), file))
        .isInstanceOf(UserError.class)
        .hasMessage(
            "expected at least 10 snapshots for model.context.states 8, found 9."
                + " Lower model.context.states, or make a longer set.");
  }

  @Test
  void misspeltKey_isNamedWithTheNearest() {
    Path file = decays(12);
    assertThatThrownBy(() -> train("run", config("state: 3", 1), file))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("states");
    assertThatThrownBy(() -> train("run", config("to: gates", 1), file))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("one of gate, channels, both, none");
  }
}
