package example;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of docs/library.md, run from outside our packages. */
class RolloutExampleTest {
  @TempDir private Path folder;

  @Test
  void example_onATrainedRun_predicts() throws IOException {
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
  }

  @Test
  void documentation_showsTheExampleAsItIs() throws IOException {
    String source = Files.readString(Path.of("src/test/java/example/RolloutExample.java"));
    String shown = Files.readString(Path.of("docs/library.md"));
    assertThat(shown).contains(source.strip());
  }
}
