package io.tfsno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.data.CutSets;
import io.tfsno.data.SyntheticSets;
import io.tfsno.run.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** A set that lies in many files trains, scores and shows as the same set in one. */
class ManyFilesTest {
  private static final String CONFIG =
      """
      name: tiny
      data: {file: whole.h5}
      model: {name: fno, width: 8, modes: 4, layers: 2, head: 8}
      training: {epochs: 3, batch: 4}
      validation: {trajectories: 2, every: 1, horizon: 4}
      """;

  @TempDir private static Path folder;
  private static Path config;
  private static Path whole;

  @BeforeAll
  static void train() throws IOException {
    Path file = SyntheticSets.fadingWaves(folder.resolve("whole.h5"), 13, 8, 32);
    Files.createDirectories(folder.resolve("more"));
    for (int i = 0; i < 5; i++) {
      String name = i < 3 ? "part-%d.h5".formatted(i + 8) : "more/part-%d.h5".formatted(i);
      CutSets.write(folder.resolve(name), file, i, 5, Map.of());
    }
    config = Cli.write(folder, "tiny.yaml", CONFIG);
    whole = trained(config, "whole");
  }

  private static Path trained(Path config, String name, Object... more) {
    Path run = folder.resolve(name);
    Object[] first = {"train", config, "--out", run};
    Cli.Result result = Cli.run(Stream.of(first, more).flatMap(Stream::of).toArray());
    assertThat(result.exit()).as(result.err()).isZero();
    return run;
  }

  @ParameterizedTest
  @CsvSource({"resident, false", "streamed, true"})
  void training_onAListOfFilesAndPatterns_givesTheVeryWeights(String name, boolean streamed)
      throws IOException {
    String list = "['part-*.h5', more/part-3.h5, 'more/part-4.h5']";
    Path parts = Cli.write(folder, name + ".yaml", CONFIG.replace("whole.h5", list));
    Path run = trained(parts, name, "--set", "data.stream=" + streamed);
    assertThat(run.resolve(RunFolder.MODEL)).hasSameBinaryContentAs(whole.resolve(RunFolder.MODEL));
    assertThat(scores(run)).isEqualTo(scores(whole));
    JsonNode provenance = json(Files.readString(run.resolve(RunFolder.PROVENANCE)));
    assertThat(provenance.get("data_file").asString())
        .isEqualTo("{part-*.h5,more/part-3.h5,more/part-4.h5}");
    assertThat(provenance.get("data_sha256").asString()).hasSize(64);
    assertThat(provenance.get("split")).isEqualTo(split(whole));
    assertThat(Cli.run("train", "--resume", run, "--epochs", 4).exit()).isZero();
  }

  /** On the test part of the run's own data. */
  private static JsonNode scores(Path run) throws IOException {
    Cli.Result result = Cli.run("eval", run, "--json");
    assertThat(result.exit()).as(result.err()).isZero();
    return json(result.out()).get("scores");
  }

  private static JsonNode split(Path run) throws IOException {
    return json(Files.readString(run.resolve(RunFolder.PROVENANCE))).get("split");
  }

  private static JsonNode json(String text) {
    return new ObjectMapper().readTree(text);
  }

  @Test
  void eval_onAPattern_scoresAllItsFiles() {
    Cli.Result result = Cli.run("eval", whole, "--data", folder.resolve("part-*.h5"), "--json");
    assertThat(result.exit()).as(result.err()).isZero();
  }

  @Test
  void inspectAndCompare_showManyFilesAsOneSet() {
    Path list = folder.resolve("{part-*.h5,more/part-*.h5}");
    Cli.Result shown = Cli.run("data", "inspect", list, "--json");
    Cli.Result expected = Cli.run("data", "inspect", folder.resolve("whole.h5"), "--json");
    assertThat(shown.out()).isEqualTo(expected.out()).contains("\"trajectories\" : 13");
    Cli.Result compared = Cli.run("data", "compare", list, folder.resolve("whole.h5"), "--json");
    assertThat(json(compared.out()).get("mean_relative_l2").asDouble()).isZero();
  }

  @Test
  void otherFilesOfTheSameName_areOtherData() throws IOException {
    Path parts = Cli.write(folder, "again.yaml", CONFIG.replace("whole.h5", "'other-*.h5'"));
    for (int i = 0; i < 2; i++) {
      CutSets.write(
          folder.resolve("other-%d.h5".formatted(i)), folder.resolve("whole.h5"), i, 2, Map.of());
    }
    Path run = trained(parts, "again");
    CutSets.write(folder.resolve("other-2.h5"), folder.resolve("whole.h5"), 0, 2, Map.of());
    assertThat(Cli.run("train", "--resume", run, "--epochs", 4).err())
        .contains("expected the data that the run was started on");
  }

  @Test
  void shards_madeOneByOne_areTheWholeSet() {
    Object[] sizes = {"data", "generate", "E1", "--quick", "--train", 5, "--test", 2, "--out"};
    generate(sizes, folder.resolve("e1.h5"));
    for (int i = 1; i <= 2; i++) {
      generate(sizes, folder.resolve("e1-%d.h5".formatted(i)), "--shard", i + "/2");
    }
    for (String split : new String[] {"train", "test"}) {
      Path shards = folder.resolve("e1-?.h5");
      Cli.Result compared =
          Cli.run("data", "compare", shards, folder.resolve("e1.h5"), "--split", split, "--json");
      assertThat(compared.exit()).as(compared.err()).isZero();
      JsonNode document = json(compared.out());
      assertThat(document.get("trajectories").asInt()).isEqualTo(split.equals("train") ? 5 : 2);
      assertThat(document.get("mean_relative_l2").asDouble()).isZero();
    }
  }

  private static void generate(Object[] sizes, Path out, Object... more) {
    Cli.Result result =
        Cli.run(Stream.of(sizes, new Object[] {out}, more).flatMap(Stream::of).toArray());
    assertThat(result.exit()).as(result.err()).isZero();
  }

  @Test
  void patternsWithoutFiles_areRefusedBeforeAnythingIsWritten() throws IOException {
    Path parts = Cli.write(folder, "none.yaml", CONFIG.replace("whole.h5", "'none-*.h5'"));
    Cli.Result result = Cli.run("train", parts, "--out", folder.resolve("none"));
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err())
        .contains("none-*.h5: expected the data set that the config names, found no such file");
    assertThat(folder.resolve("none")).doesNotExist();
    assertThat(Cli.run("data", "inspect", folder.resolve("none-*.h5")).err())
        .contains("none-*.h5: expected one or more files of that name, found none");
  }
}
