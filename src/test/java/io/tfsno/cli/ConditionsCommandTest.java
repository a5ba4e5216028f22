package io.tfsno.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.Conditioned;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** What commands say about the conditions of a set. */
class ConditionsCommandTest {
  @TempDir private Path folder;
  private Path data;

  @BeforeEach
  void write() {
    data = Conditioned.data(folder.resolve("mine.h5"));
  }

  @Test
  void inspect_listsEveryKindOfCondition() {
    Cli.Result result = Cli.run("data", "inspect", data);
    assertThat(result.exit()).isZero();
    assertThat(result.out())
        .containsPattern("parameter +smallest +largest +mean")
        .containsPattern("nu \\[m2/s\\] +0.100000 +0.120000 +0.1100")
        .containsPattern("A +0.00000 +2.00000 +1.000")
        .contains("static fields: kappa (of each trajectory)")
        .contains("forcing: f (of each trajectory)")
        .contains("phase: 0.00000 .. 0.500000, added to the time of each trajectory")
        .doesNotContain("not used");
  }

  @Test
  void inspect_asJson_holdsTheSame() {
    JsonNode set =
        new ObjectMapper().readTree(Cli.run("data", "inspect", data, "--json").out()).get(0);
    JsonNode conditions = set.get("conditions");
    JsonNode nu = conditions.get("parameters").get(0);
    assertThat(nu.get("name").asString()).isEqualTo("nu");
    assertThat(nu.get("unit").asString()).isEqualTo("m2/s");
    assertThat(nu.get("maximum").asDouble()).isCloseTo(0.12, within(1e-12));
    assertThat(conditions.at("/static/0/name").asString()).isEqualTo("kappa");
    assertThat(conditions.at("/forcing/0/shared").asBoolean()).isFalse();
    assertThat(conditions.at("/phase/maximum").asDouble()).isEqualTo(0.5);
    assertThat(set.get("not_used").isEmpty()).isTrue();
  }

  @Test
  void config_ofTheSet_givesTheModelAllOfThem() throws IOException {
    String text = Cli.run("config", data, "fno").out();
    assertThat(text)
        .containsPattern("history: 1 +# states that the model sees")
        .containsPattern("conditions: \\[nu, A, kappa, f] +# parameters, static fields and forcing")
        .containsPattern("time: +# null: the model is not told the time")
        .containsPattern("reference: 0\\.5\\d* +# the period of the law");
    Path config = Files.writeString(folder.resolve("mine.yaml"), text);
    Path run = folder.resolve("run");
    Cli.Result trained =
        Cli.run(
            "train",
            config,
            "--out",
            run,
            "--set",
            "training.epochs=1",
            "--set",
            "model.width=4",
            "--set",
            "validation.trajectories=1",
            "--set",
            "validation.horizon=2");
    assertThat(trained.exit()).as(trained.err()).isZero();
    assertThat(Cli.run("eval", run, "--data", data).exit()).isZero();
  }

  @Test
  void analyses_ofAModelWithAllOfThem_useThoseOfTheData() throws IOException {
    Path config =
        Cli.write(
            folder,
            "all.yaml",
            """
            data: {file: %s}
            model:
              {name: tfsno, widths: [4, 4], modes: [4, 2], history: 2, conditions: [all],
               time: {harmonics: 1, reference: 1.0, periodic: true}, gate: {conditions: true}}
            training: {epochs: 1}
            validation: {trajectories: 1, horizon: 2}
            """
                .formatted(data));
    Path run = folder.resolve("run");
    Cli.Result trained = Cli.run("train", config, "--out", run);
    assertThat(trained.exit()).as(trained.err()).isZero();
    for (String[] command :
        new String[][] {
          {"eval"},
          {"calibrate", "--swap"},
          {"report", "--out", folder.resolve("r.html").toString()}
        }) {
      List<Object> words = new ArrayList<>(List.of(command));
      words.add(1, run);
      Cli.Result result = Cli.run(words.toArray());
      assertThat(result.exit()).as(command[0] + ": " + result.err()).isZero();
    }
    Cli.Result stability = Cli.run("stability", run);
    assertThat(stability.exit()).isEqualTo(2);
    assertThat(stability.err()).contains("found a history of 2 states. The stability bound");
  }

  @Test
  void training_thatLeavesConditionsOut_saysSo() throws IOException {
    Path config =
        Cli.write(
            folder,
            "mine.yaml",
            """
            data: {file: %s}
            model: {name: fno, width: 4, modes: 4, layers: 1, conditions: [nu, kappa, f]}
            training: {epochs: 1}
            validation: {trajectories: 1, horizon: 2}
            """
                .formatted(data));
    Process process =
        Cli.start(folder.resolve("log"), "train", config, "--out", folder.resolve("run"));
    assertThat(process.onExit().join().exitValue()).isZero();
    assertThat(folder.resolve("log"))
        .content()
        .contains("not used: A (name it in model.conditions to give it to the model)");
  }
}
