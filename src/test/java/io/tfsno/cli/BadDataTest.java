package io.tfsno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.data.SyntheticSets;
import io.tfsno.train.TinyRuns;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Data that are not numbers are the data's fault, and are found before anything is trained. */
class BadDataTest {
  @TempDir private Path folder;

  private Path waves(String name, int badTrajectory, double bad) {
    return SyntheticSets.write(
        folder.resolve(name),
        SyntheticSets.flat(10, 8, 1, 1, 32),
        (b, t, c, i) ->
            b == badTrajectory && t == 5 && i == 7 ? bad : Math.cos(0.2 * i + b + 0.1 * t));
  }

  private Path config(Path data, String more) throws IOException {
    return Cli.write(folder, "c.yaml", TinyRuns.FNO + "data: {file: %s%s}\n".formatted(data, more));
  }

  /** Every trajectory is in one part: the first that is learnt from, and one of the others. */
  @ParameterizedTest
  @CsvSource({
    "NaN, ''",
    "Infinity, ', stream: true'",
    "NaN, ', normalise: false'",
    "NaN, ', normalise: false, stream: true'"
  })
  void train_onBadValues_isRefusedWithTheirPlace(double bad, String more) throws IOException {
    for (int at = 0; at < 10; at++) {
      Path data = waves("bad" + at + ".h5", at, bad);
      Path run = folder.resolve("run" + at);
      Cli.Result result = Cli.run("train", config(data, more), "--out", run);
      boolean unseen = result.exit() == 0;
      if (unseen) { // the one of the test part
        assertThat(Cli.run("eval", run).exit()).isEqualTo(2);
        continue;
      }
      assertThat(result.exit()).isEqualTo(2);
      assertThat(result.err())
          .contains("expected finite numbers in the data, found " + bad)
          .contains("in trajectory %d at time 0.5".formatted(at))
          .contains("channel 'u0'");
    }
  }

  @Test
  void eval_onABadTruth_blamesTheData() throws IOException {
    Path run = folder.resolve("run");
    Path good = waves("good.h5", -1, 0);
    assertThat(Cli.run("train", config(good, ""), "--out", run).exit()).isZero();
    Cli.Result result = Cli.run("eval", run, "--data", waves("bad.h5", 4, Double.NaN));
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err())
        .contains("expected finite numbers in the data, found NaN in trajectory 4 at time 0.5");
  }
}
