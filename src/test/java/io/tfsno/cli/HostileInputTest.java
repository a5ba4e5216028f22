package io.tfsno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.data.SyntheticSets;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Inputs that ended in stack traces, or reached the terminal as they were. */
class HostileInputTest {
  @TempDir private static Path folder;

  @BeforeAll
  static void data() {
    SyntheticSets.fadingWaves(folder.resolve("waves.h5"), 6, 4, 16);
  }

  private static Cli.Result train(String change) throws Exception {
    String config =
        """
        name: tiny
        data: {file: waves.h5, split: {seed: 1}}
        model: {name: fno, width: 4, modes: 2, layers: 1, head: 4}
        """;
    Path file = Cli.write(folder, "c.yaml", config);
    return Cli.run("train", file, "--out", folder.resolve("run"), "--set", change);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          training.learningRate=1e38 | learning rates, weightDecay and clip up to 1.0E9
          training.finalLearningRate=1e300 | learning rates, weightDecay and clip up to 1.0E9
          training.clip=1e300 | learning rates, weightDecay and clip up to 1.0E9
          training.noise=1e300 | training.noise up to 1.0E9
          objective.h1=1e300 | objective.h1 from 0 to 1.0E9
          """)
  void number_thatNoFloatCanHold_isRefusedBeforeTheStart(String change, String message)
      throws Exception {
    Cli.Result result = train(change);
    assertThat(result.err()).contains(message).doesNotContain("\tat ");
    assertThat(result.exit()).isEqualTo(2);
    assertThat(folder.resolve("run")).doesNotExist();
  }

  @Test
  void path_withANullCharacter_isRefused() throws Exception {
    Cli.Result result = train("data.file=\"a\\0b\"");
    assertThat(result.err()).contains("expected a path, found 'a?b'").doesNotContain("\tat ");
    assertThat(result.exit()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"../../x", "/tmp/x", "..", ".", "a/b"})
  void name_thatLeadsOutOfTheFolderOfRuns_isRefused(String name) throws Exception {
    Path file = Cli.write(folder, "named.yaml", "name: " + name + "\ndata: {file: waves.h5}\n");
    Cli.Result result = Cli.run("train", file);
    assertThat(result.err()).contains("a 'name' that a folder below runs can have, found '" + name);
    assertThat(result.exit()).isEqualTo(2);
  }

  @Test
  void text_ofAFile_doesNotCommandTheTerminal() throws Exception {
    Cli.Result result = train("data.file=\"\\e]0;title\\a\\e[2J.h5\"");
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err()).doesNotContain("\u001b").doesNotContain("\u0007").contains("?[2J");
  }

  @Test
  void message_thatQuotesALongText_isCut() throws Exception {
    Cli.Result result = train("data.file=" + "x".repeat(100_000));
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err().length()).isLessThan(5000);
  }
}
