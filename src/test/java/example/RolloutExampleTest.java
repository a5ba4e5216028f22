package example;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.cli.Main;
import io.tfsno.train.Trainer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The examples of docs/library.md and docs/reference/java-api.md, compiled and run from outside our
 * packages.
 */
class RolloutExampleTest {
  private static final String EXAMPLES = "src/test/java/example";

  @TempDir private Path folder;

  private static String text(String folder, String file) {
    try {
      return Files.readString(Path.of(folder, file)).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void examples_onATrainedRun_predict() throws Exception {
    Path data = folder.resolve("e1.h5");
    Path config =
        Files.writeString(
            folder.resolve("c.yaml"),
            """
            data: {file: e1.h5}
            model: {name: tfsno, widths: [8, 8, 8], modes: [6, 6, 6], predictDelta: true}
            training: {epochs: 2, batch: 8}
            validation: {trajectories: 2, every: 1, horizon: 3}
            """);
    Path run = folder.resolve("run");
    assertThat(
            Main.run(
                "data",
                "generate",
                "E1",
                "--quick",
                "--train",
                "16",
                "--test",
                "0",
                "--snapshots",
                "8",
                "--out",
                data.toString()))
        .isZero();
    assertThat(Main.run("train", config.toString(), "--out", run.toString())).isZero();

    float[][] states = RolloutExample.predict(run);

    assertThat(states).hasDimensions(51, 256);
    for (float v : states[50]) {
      assertThat(v).isFinite();
    }
    assertThat(FieldsExample.means(run)).hasSize(1).containsKey("u");
    List<Double> strengths = ServiceExample.strengths(run, List.of(0.1, 0.2, 0.3, 0.4, 0.5));
    assertThat(strengths).hasSize(5).allMatch(s -> s > 0).isSorted();
  }

  @Test
  void examples_fromArraysToAPrediction_learnWhatTheDataSay() {
    Path data = DataExample.write(folder.resolve("data/mine.h5"));
    Path run = folder.resolve("mine");
    Trainer.Result result = TrainingExample.train(data, run);
    assertThat(result.epochs()).isEqualTo(20);
    assertThat(EvaluationExample.againstCopying(run)).isLessThan(0.5);
    float[] slow = ParametersExample.predict(run, 0.6);
    float[] fast = ParametersExample.predict(run, 1.4);
    assertThat(slow).hasSize(64).isNotEqualTo(fast);
  }

  @Test
  void documentation_showsTheExamplesAsTheyAre() {
    String guide = text("docs", "library.md");
    for (String name : List.of("Data", "Training", "Evaluation", "Parameters", "Rollout")) {
      assertThat(guide).contains(text(EXAMPLES, name + "Example.java"));
    }
    String reference = text("docs/reference", "java-api.md");
    for (String name : List.of("Fields", "Service")) {
      assertThat(reference).contains(text(EXAMPLES, name + "Example.java"));
    }
  }
}
