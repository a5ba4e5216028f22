package io.tfsno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.operator.Operators;
import io.tfsno.report.figure.Parsed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelsCommandTest {
  @TempDir private Path folder;

  private List<String> drawn(Object... args) throws IOException {
    Path file = folder.resolve("network.svg");
    Object[] all = new Object[args.length + 4];
    all[0] = "models";
    System.arraycopy(args, 0, all, 1, args.length);
    all[args.length + 1] = "--figure";
    all[args.length + 2] = file;
    all[args.length + 3] = "--force";
    Cli.Result result = Cli.run(all);
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.out().strip()).isEqualTo("figure: " + file);
    return Parsed.of(Files.readString(file)).texts();
  }

  @Test
  void figure_ofAName_followsTheSettings() throws IOException {
    assertThat(drawn("tfsno")).contains("tfsno in 1D, 645,110 parameters", "64 points", "block 5");
    assertThat(
            drawn(
                "tfsno",
                "--points",
                "64x96",
                "--set",
                "model.widths=[8,9]",
                "--set",
                "model.modes=[[5,6],4]",
                "--set",
                "model.local.stencil=true"))
        .contains("32 × 48 points", "9 channels", "5 × 6 modes", "stencil, 5 points")
        .doesNotContain("block 4");
    assertThat(drawn("tfsno", "--dim", 3, "--set", "model.context.states=4"))
        .contains("32 × 32 × 32 points", "of the first 4 states");
    assertThat(drawn("pino", "--set", "model.layers=2"))
        .contains("layer 2")
        .doesNotContain("layer 3")
        .anyMatch(text -> text.startsWith("pino in 1D"));
  }

  @Test
  void figure_ofARun_isThatOfItsNetwork() throws IOException {
    assertThat(drawn(Path.of("models", "e3-tfsno"))).contains("44 channels", "= u + result");
  }

  @Test
  void figure_ofThePage_isWhatTheProgramDraws() throws IOException {
    drawn("tfsno");
    assertThat(folder.resolve("network.svg"))
        .hasSameTextualContentAs(Path.of("docs", "images", "tfsno.svg"));
  }

  @Test
  void name_withoutAFigure_listsThatModelAlone() {
    Cli.Result result = Cli.run("models", "fno");
    assertThat(result.exit()).isZero();
    assertThat(result.out()).startsWith("fno: ").doesNotContain("tfsno: ");
    assertThat(Cli.run("models").out()).contains(Operators.names());
  }

  @Test
  void figure_thatCannotBeDrawn_isRefusedWithAdvice() {
    Path file = folder.resolve("n.svg");
    assertRefused(
        Cli.run("models", "wno", "--figure", file), "found wno", "one of tfsno, fno, pino,");
    assertRefused(Cli.run("models", "--figure", file), "a model to draw", "Name one");
    assertRefused(Cli.run("models", "tfsmo", "--figure", file), "'tfsno'", "run folder");
    assertRefused(Cli.run("models", "tfsno", "--figure", folder.resolve("n.png")), "*.svg");
    assertRefused(Cli.run("models", "tfsno", "--dim", 2), "with --figure");
    assertRefused(
        Cli.run("models", "tfsno", "--figure", file, "--set", "training.epochs=1"),
        "the model's own keys");
    assertRefused(Cli.run("models", "tfsno", "--figure", file, "--points", 8), "at least 4 points");
    assertRefused(
        Cli.run("models", "tfsno", "--figure", file, "--points", 0), "expected --points >= 1");
    assertRefused(
        Cli.run("models", Path.of("models", "e1-fno"), "--figure", file, "--dim", 2),
        "Leave them out");
    assertRefused(Cli.run("models", "tfsno", "--figure", file, "--dim", 4), "from 1 to 3");
    assertRefused(
        Cli.run("models", "tfsno", "--figure", file, "--set", "model.conditions=[all]"),
        "found all");
    assertThat(file).doesNotExist();
  }

  private static void assertRefused(Cli.Result result, String... words) {
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err()).contains(words);
  }
}
