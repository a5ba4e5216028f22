package io.tfsno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.base.plugin.Plugins;
import io.tfsno.data.FlatSet;
import io.tfsno.data.SyntheticSets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A suite on a data set of the user, with a model of a plug-in among others. */
class OwnSuiteTest {
  private static final String SUITE =
      """
      title: Our waves
      data: sets/waves.h5
      models:
        - {name: fno, width: 6, modes: 4, layers: 2, head: 8, as: small-fno}
        - {name: unet, channels: [4, 6], as: small-unet}
        - {name: shallow, width: 8, modes: 4}
        - {name: fno, width: 6, modes: 4, layers: 2, head: 8, history: 2, as: fno-2}
      seeds: [1, 2]
      config:
        training: {epochs: 2, batch: 4}
        validation: {trajectories: 2, every: 1, horizon: 3}
      """;

  @TempDir private static Path folder;
  private static Path jar;
  private static Path suite;
  private static Path out;

  @BeforeAll
  static void bench() throws IOException {
    jar = OwnModelTest.build(folder.resolve("own-model.jar"));
    Files.createDirectories(folder.resolve("sets"));
    write(folder.resolve("sets/waves.h5"), 0.05);
    suite = Cli.write(folder, "my-suite.yaml", SUITE);
    out = folder.resolve("results");
    Cli.Result result = run(suite, out);
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.out()).contains("8 cells, 8 run now, 0 of these failed");
  }

  @AfterAll
  static void forget() {
    Plugins.use(List.of());
  }

  /** Two fields, of which the second is near 100: waves that travel. */
  private static void write(Path file, double speed) {
    FlatSet set = SyntheticSets.flat(20, 9, 2, 1, 32);
    SyntheticSets.write(
        file,
        set,
        (b, t, c, cell) ->
            100 * c + Math.cos(2 * Math.PI * (cell / 32.0 + 0.1 * b + c * 0.25 - speed * t)));
  }

  private static Cli.Result run(Path suite, Path out, Object... more) {
    Object[] words = new Object[6 + more.length];
    Object[] fixed = {"bench", suite, "--out", out, "--classpath", jar};
    System.arraycopy(fixed, 0, words, 0, 6);
    System.arraycopy(more, 0, words, 6, more.length);
    return Cli.run(words);
  }

  private static JsonNode entry(String key) throws IOException {
    return JsonMapper.shared()
        .readTree(Files.readAllBytes(out.resolve("ledger").resolve(key + ".json")));
  }

  @Test
  void entry_ofAnOwnSet_hasItsSplitItsSettingsAndEveryChannel() throws IOException {
    JsonNode e = entry("waves-small-unet-direct-quick-s2");
    assertThat(e.at("/config/data/file").asString()).isEqualTo("data/waves.h5");
    assertThat(e.at("/config/data/split/test").asDouble()).isEqualTo(0.1);
    assertThat(e.at("/config/training/epochs").asInt()).isEqualTo(2);
    assertThat(e.at("/config/training/batch").asInt()).isEqualTo(4);
    assertThat(e.at("/tests/0/trajectories").asInt()).isEqualTo(2);
    assertThat(e.at("/tests/0/rollouts/0/horizon").asInt()).isEqualTo(8);
    assertThat(e.at("/tests/0/channels").valueStream().map(c -> c.get("name").asString()))
        .containsExactly("u0", "u1");
    assertThat(e.at("/tests/0/channels/1/steps/0/vrmse/mean").asDouble()).isPositive();
    assertThat(entry("waves-fno-2-direct-quick-s1").at("/tests/0/rollouts/0/horizon").asInt())
        .isEqualTo(7);
  }

  @Test
  void setInManyFiles_withAStride_isOneSet() throws IOException {
    Path parts = Files.createDirectories(folder.resolve("parts"));
    write(parts.resolve("part-1.h5"), 0.05);
    write(parts.resolve("part-2.h5"), 0.05);
    String many =
        SUITE
            .replace("data: sets/waves.h5", "data: {file: 'parts/part-*.h5', stride: 2}")
            .replaceAll("(?m)^  - \\{name: (unet|shallow).*\\n", "")
            .replaceAll("(?m)^  - .*history.*\\n", "");
    Path results = folder.resolve("many");
    Cli.Result result = run(Cli.write(folder, "many.yaml", many), results, "--seeds", 1);
    assertThat(result.exit()).as(result.err()).isZero();
    JsonNode e =
        JsonMapper.shared()
            .readTree(
                Files.readAllBytes(results.resolve("ledger/part-small-fno-direct-quick-s1.json")));
    assertThat(e.at("/tests/0/trajectories").asInt()).isEqualTo(4);
    assertThat(e.at("/tests/0/rollouts/0/horizon").asInt()).isEqualTo(4);
    assertThat(e.toString()).doesNotContain(folder.toString());
  }

  @Test
  void suite_runAgain_hasNothingToDo_andOtherDataMakeItOutdated() throws IOException {
    assertThat(run(suite, out).out()).contains("8 cells, 0 run now");
    Path other = Files.createDirectories(folder.resolve("other"));
    Files.createDirectories(other.resolve("sets"));
    write(other.resolve("sets/waves.h5"), 0.06);
    Path moved = Cli.write(other, "my-suite.yaml", SUITE);
    assertThat(run(moved, out, "--list").out()).contains("8 outdated");
    assertThat(run(suite, out, "--list").out()).contains("8 done");
    assertThat(run(suite, out, "--list", "--seeds", 3).out()).contains("4 open");
    assertThat(run(suite, out, "--list", "--epochs", 3).out()).contains("quick-e3-s1", "8 open");
  }

  @Test
  void report_ofAnOwnSuite_holdsWhatThereIsAndNothingOfThePaper() throws IOException {
    Path html = folder.resolve("report.html");
    assertThat(Cli.run("report", out, "--out", html, "--force").exit()).isZero();
    Path page = folder.resolve("results.md");
    assertThat(Cli.run("report", out, "--markdown", page).exit()).isZero();
    String text = Files.readString(page);
    assertThat(text.replaceAll("\\s+", " "))
        .contains(
            "## waves: direct output",
            "2 test trajectories",
            "Seeds: [1, 2]",
            "| Model | step 1 | step 8 | steps 1–8 |",
            "| copying the start |",
            "| Field | Model | step 1 |",
            "| u1 | small-unet |",
            "| shallow |",
            "VRMSE of each field",
            "Validation error")
        .doesNotContain("paper's number", "Copying the first state", "| E1", "not run");
    assertThat(text.lines().filter(line -> line.startsWith("| fno-2 |")).findFirst().orElseThrow())
        .endsWith("– | – |");
    assertThat(Files.readString(html)).contains("small-unet", "u1").doesNotContain("The paper");
    assertThat(folder.resolve("results/waves-direct.svg")).isRegularFile();
    assertThat(folder.resolve("results/own.csv"))
        .content()
        .startsWith("data,form,model,field,metric,first_step,last_step,mean,")
        .contains(
            "\nwaves,direct,small-unet,u1,vrmse,1,8,", "\nwaves,direct,fno-2,,l2,8,8,,,0,0,0\n");
    assertThat(folder.resolve("results/variants.csv")).content().contains("waves,direct,shallow,");
    assertThat(folder.resolve("results/rollout.csv")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          sets/waves.h5 | sets/wave.h5 | expected a data set at "sets/wave.h5"
          data: sets/waves.h5 | data: [sets/waves.h5, sets/waves.h5] | two of 'waves'
          data: sets/waves.h5 | data: {file: sets/waves.h5, as: E1} | one of ours
          data: sets/waves.h5 | data: {file: sets/waves.h5, as: a b} | a data set's name of letters
          data: sets/waves.h5 | data: {file: 'sets/no-*.h5'} | expected a data set at "sets/no-*.h5"
          data: sets/waves.h5 | data: {fil: sets/waves.h5} | path of a data set under 'data'
          data: sets/waves.h5 | data: {file: sets/waves.h5, splitt: 1} | unknown key 'data.splitt'
          data: sets/waves.h5 | data: {file: sets/waves.h5, split: {train: 0.9, valid: 0.1, test: 0, seed: 1}} | no part 'test'
          seeds: | seed: | unknown key 'seed'
          name: unet, | name: umet, | unknown model 'umet': did you mean 'unet'
          '  - {name: shallow, width: 8, modes: 4}' | '  - tf-sno' | did you mean 'tfsno'
          , as: small-fno} | } | expected a name for 'fno' with sizes of its own
          as: small-unet | as: fno-2 | two of 'fno-2'
          channels: | chanels: | 'model.chanels'
          training: {epochs: 2, batch: 4} | training: {epochss: 2} | unknown key 'training.epochss'
          training: {epochs: 2, batch: 4} | model: {name: fno} | what all models share under 'config'
          """)
  void suiteThatCannotWork_isRefusedBeforeAnythingRuns(String part, String instead, String message)
      throws IOException {
    assertThat(SUITE).contains(part);
    Path wrong = Cli.write(folder, "wrong.yaml", SUITE.replace(part, instead));
    Path nowhere = folder.resolve("nowhere");
    Cli.Result result = run(wrong, nowhere);
    assertThat(result.exit()).as(result.err()).isEqualTo(Main.WRONG_INPUT);
    assertThat(result.err()).contains(message);
    assertThat(nowhere).doesNotExist();
  }

  @Test
  void suiteFile_withoutDataOrCells_saysBothWays() throws IOException {
    Path empty = Cli.write(folder, "empty.yaml", "title: nothing\n");
    assertThat(run(empty, folder.resolve("nowhere")).err()).contains("'cells'", "'data'");
    Path none = Cli.write(folder, "none.yaml", "data: sets/waves.h5\n");
    assertThat(run(none, folder.resolve("nowhere")).err()).contains("a suite with data and models");
  }
}
