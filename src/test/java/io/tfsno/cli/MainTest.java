package io.tfsno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.base.UserError;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

class MainTest {
  @Test
  void version_isTheProjects() {
    assertThat(Cli.run("--version").out()).matches("tfsno \\d+\\.\\d+\\.\\d+.*\\R");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "demo",
        "doctor",
        "equations",
        "solve",
        "data generate",
        "data inspect",
        "models",
        "train",
        "eval",
        "rollout",
        "report",
        "bundle"
      })
  void help_ofEveryCommand_hasAnExample(String command) {
    Cli.Result result = Cli.run((Object[]) (command + " --help").split(" ", -1));
    assertThat(result.exit()).isZero();
    assertThat(result.out()).contains("Example").contains("tfsno " + command.substring(0, 4));
  }

  @Test
  void helpTexts_areWholeSentencesAndFitALine() {
    CommandLine line = new CommandLine(Main.class);
    Commands.wanted().forEach(line::addSubcommand);
    all(line)
        .forEach(
            command -> {
              CommandLine.Model.UsageMessageSpec help = command.getCommandSpec().usageMessage();
              String name = command.getCommandSpec().qualifiedName();
              // A sentence that goes on in the next element would be wrapped, and then broken
              // again.
              assertThat(help.description()).as(name).allMatch(s -> s.isBlank() || s.endsWith("."));
              assertThat(help.footer()).as(name).allMatch(s -> s.length() <= help.width());
              // Others are taken for places of numbers.
              assertThat(String.join("", help.description()).replace("%%", "")).doesNotContain("%");
            });
  }

  @Test
  void librariesThatDoNotLoad_fromAnInstalledPyTorch_nameTheLaunchersFlag() {
    UserError refusal = new UserError("not loaded.", new UnsatisfiedLinkError("symbol"));
    assertThat(Main.launcherAdvice(refusal)).isEmpty(); // Maven's libraries: no launcher
    System.setProperty("tfsno.torch.lib", "lib");
    try {
      assertThat(Main.launcherAdvice(new UserError("wrapped", refusal))).contains("--torch-lib");
      assertThat(Main.launcherAdvice(new UserError("another mistake"))).isEmpty();
    } finally {
      System.clearProperty("tfsno.torch.lib");
    }
  }

  private static Stream<CommandLine> all(CommandLine command) {
    Stream<CommandLine> below = command.getSubcommands().values().stream().flatMap(MainTest::all);
    return Stream.concat(Stream.of(command), below);
  }

  @Test
  void commands_haveTheNamesTheyAreCalledBy() {
    assertThat(Commands.NAMES)
        .allSatisfy(
            name ->
                assertThat(Commands.named(name).getAnnotation(CommandLine.Command.class).name())
                    .isEqualTo(name));
    assertThat(Cli.run("--help").out()).contains(Commands.NAMES);
    assertThat(Commands.wanted("solve", "x")).containsExactly(SolveCommand.class);
    assertThat(Commands.wanted("--classpath", "x", "solve")).hasSameSizeAs(Commands.NAMES);
  }

  @Test
  void command_misspelt_isSuggested() {
    Cli.Result result = Cli.run("equatons");
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err()).contains("equations");
  }

  @Test
  void help_asAWord_isTheHelpOfTheCommand() {
    assertThat(Cli.run("help", "train").out())
        .isEqualTo(Cli.run("train", "--help").out())
        .contains("Usage: tfsno train");
    assertThat(Cli.run("help", "data", "generate").out()).contains("Usage: tfsno data generate");
    assertThat(Cli.run("help").out()).isEqualTo(Cli.run().out()).contains("Commands:");
    assertThat(Cli.run("help", "trian").err()).contains("train");
  }

  @Test
  void option_misspelt_isNamedWithoutTheFileBehindIt() {
    Cli.Result result = Cli.run("train", "--ephocs", "3", "c.yaml");
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err())
        .contains("tfsno: unknown option '--ephocs'", "--epochs")
        .doesNotContain("'c.yaml'");
  }

  @Test
  void doctor_onAHealthyMachine_passesItsChecks() {
    Cli.Result result = Cli.run("doctor", "--device", "cpu", "--json");
    assertThat(result.exit()).isEqualTo(CommandLine.ExitCode.OK);
    JsonNode facts = new ObjectMapper().readTree(result.out());
    assertThat(facts.get("verdict").asString()).isEqualTo("all checks passed");
    assertThat(facts.get("transform").asString()).startsWith("ok");
  }

  @Test
  void equations_json_listsThemAll() {
    JsonNode list = new ObjectMapper().readTree(Cli.run("equations", "--json").out());
    assertThat(list.size()).isEqualTo(31);
    assertThat(Cli.run("equations", "burger").err()).contains("did you mean 'burgers1d'");
  }
}
