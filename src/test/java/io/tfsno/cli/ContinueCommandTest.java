package io.tfsno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.data.SyntheticSets;
import io.tfsno.run.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Runs that go on, and runs that begin where others ended, as a user meets them. */
class ContinueCommandTest {
  private static final String CONFIG =
      """
      name: tiny
      data: {file: waves.h5}
      model: {name: fno, width: 8, modes: 4, layers: 2, head: 8}
      training: {epochs: 3, batch: 4}
      validation: {trajectories: 2, every: 1, horizon: 4}
      """;

  @TempDir private static Path folder;
  private static Path config;
  private static Path run;

  @BeforeAll
  static void train() throws IOException {
    SyntheticSets.fadingWaves(folder.resolve("waves.h5"), 10, 8, 32);
    config = Cli.write(folder, "tiny.yaml", CONFIG);
    run = folder.resolve("first");
    assertThat(Cli.run("train", config, "--out", run).exit()).isZero();
  }

  @Test
  void resume_withMoreEpochs_goesOnInTheSameFiles() throws IOException {
    Path copy = folder.resolve("longer");
    Cli.run("train", config, "--out", copy);
    Cli.Result result = Cli.run("train", "--resume", copy, "--epochs", 5);
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.out()).contains("5 epochs");
    assertThat(Files.readAllLines(copy.resolve(RunFolder.METRICS))).hasSize(5);
    assertThat(copy.resolve(RunFolder.CONFIG)).content().contains("epochs: 5");
    JsonNode origin = document(copy);
    assertThat(origin.path("extended").get(0).path("epochs").asInt()).isEqualTo(5);
    assertThat(Cli.run("train", "--resume", copy).out()).contains("5 epochs");
  }

  @Test
  void from_aRun_startsWithItsWeights() throws IOException {
    Path second = folder.resolve("second");
    Cli.Result result = Cli.run("train", config, "--from", run, "--out", second);
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(document(second).path("started_from").path("run").asString()).isEqualTo("first");
    assertThat(second.resolve(RunFolder.START))
        .hasSameBinaryContentAs(run.resolve(RunFolder.MODEL));
    assertThat(Cli.run("eval", second, "--steps", 1).exit()).isZero();
  }

  @Test
  void eval_ofAModelOfLongerSteps_takesEveryNthSnapshotAndSaysSo() {
    Path longer = folder.resolve("strided");
    Cli.Result trained =
        Cli.run("train", config, "--set", "data.stride=2", "--out", longer, "--force");
    assertThat(trained.exit()).as(trained.err()).isZero();
    assertThat(Cli.run("eval", longer).out())
        .contains("1 trajectories, 3 steps of 0.200000, 2 of the data's each");
    JsonNode scores = new ObjectMapper().readTree(Cli.run("eval", longer, "--json").out());
    assertThat(scores.path("stride").asInt()).isEqualTo(2);
    assertThat(scores.path("horizon").asInt()).isEqualTo(3);
    JsonNode plain = new ObjectMapper().readTree(Cli.run("eval", run, "--json").out());
    assertThat(plain.path("stride").asInt()).isEqualTo(1);
  }

  private static JsonNode document(Path of) throws IOException {
    return new ObjectMapper().readTree(Files.readString(of.resolve(RunFolder.PROVENANCE)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --resume RUN --epochs 3         | expected more epochs than the 3 that are done, found 3
          --resume RUN --epochs 0         | expected more epochs than the 3 that are done, found 0
          --resume RUN --epochs 2000000   | expected training.epochs from 1 to 1000000
          CONFIG --epochs 3               | expected --epochs with --resume RUN, found CONFIG.yaml
          --resume RUN --from RUN         | expected --resume alone, or with --epochs
          CONFIG --from OUT               | expected another folder than that of the weights to start from
          CONFIG --from nowhere           | expected a run folder with model.safetensors, found none
          CONFIG --from RUN --set model.width=4 | expected 'lift.weight' of shape [4, 1], found [8, 1]
          """)
  void wrongWishes_areOneMessageAndNoRun(String arguments, String message) {
    Path out = folder.resolve("never");
    String all =
        "train "
            + arguments
                .replace("RUN", run + "")
                .replace("CONFIG", config + "")
                .replace("OUT", out + "");
    boolean starts = arguments.startsWith("CONFIG");
    Object[] words = (starts ? all + " --out " + out : all).split(" ", -1);
    Cli.Result result = Cli.run(words);
    assertThat(result.exit()).as(result.err()).isEqualTo(2);
    assertThat(result.err()).contains(message).doesNotContain("\tat ");
    assertThat(out).doesNotExist();
  }
}
