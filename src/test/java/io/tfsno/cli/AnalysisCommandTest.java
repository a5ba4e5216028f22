package io.tfsno.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.data.SyntheticSets;
import io.tfsno.report.figure.Parsed;
import io.tfsno.train.TinyRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The commands calibrate and stability as a user meets them. */
class AnalysisCommandTest {
  @TempDir private static Path folder;
  private static Path gated;
  private static Path fno;
  private static Path data;

  @BeforeAll
  static void train() {
    data = SyntheticSets.fadingWaves(folder.resolve("waves.h5"), 8, 6, 32);
    gated = folder.resolve("gated");
    TinyRuns.train(
        gated,
        """
        name: gated
        model: {name: tfsno, widths: [4, 4], modes: [6, 4], predictDelta: true}
        training: {epochs: 3, batch: 2}
        validation: {trajectories: 2, every: 1, horizon: 2}
        """,
        data);
    fno = folder.resolve("fno");
    TinyRuns.train(fno, TinyRuns.FNO.replace("epochs: 6", "epochs: 1"), data);
  }

  private static JsonNode json(Cli.Result result) {
    assertThat(result.exit()).as(result.err()).isZero();
    return new ObjectMapper().readTree(result.out());
  }

  @Test
  void calibrate_exportsTheNumbersItPrints() throws IOException {
    Path csv = folder.resolve("bands.csv");
    Path svg = folder.resolve("bands.svg");
    JsonNode document =
        json(Cli.run("calibrate", gated, "--json", "--export", csv, "--figure", svg));
    assertThat(document.get("trajectories").asInt()).isEqualTo(8);
    assertThat(document.get("steps").asInt()).isEqualTo(6);
    JsonNode first = document.get("blocks").get(0);
    assertThat(first.get("pearson").asDouble()).isBetween(-1.0, 1.0);
    List<String> lines = Files.readAllLines(csv);
    assertThat(lines.get(0)).isEqualTo("block,k,power,weight,in_K_eff");
    assertThat(lines).hasSize(1 + 6 + 4 + 6);
    String[] wave2 = lines.get(3).split(",", -1);
    JsonNode band = first.get("bands").get(2);
    assertThat(wave2[1]).isEqualTo("2");
    double power = band.get("power").asDouble();
    assertThat(Double.parseDouble(wave2[2])).isCloseTo(power, within(1e-8 * power));
    assertThat(wave2[4]).isEqualTo(band.get("effective").asBoolean() ? "1" : "0");
    assertThat(svg).content().startsWith("<svg").contains("Block 3, R");
  }

  @Test
  void calibrate_withTheViewOfTimes_drawsAStateItsSpectrumAndAGate() throws IOException {
    Path svg = folder.resolve("times.svg");
    Cli.Result result = Cli.run("calibrate", gated, "--figure", svg, "--view", "times");
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(Parsed.of(Files.readString(svg)).texts())
        .contains("The state changes", "its spectrum moves", "by this much", "t = 0")
        .anyMatch(text -> text.matches("the gate of block [123] follows"));
    assertThat(Cli.run("calibrate", gated, "--view", "tines", "--figure", svg).exit()).isEqualTo(2);
    assertThat(Cli.run("calibrate", gated, "--view", "times").err())
        .contains("--view with --figure", "Add --figure");
  }

  @Test
  void calibrate_withSwap_printsErrorsOfRolloutsWithOtherGates() {
    Cli.Result table = Cli.run("calibrate", gated, "--swap", "--trajectories", 3);
    assertThat(table.exit()).as(table.err()).isZero();
    assertThat(table.out())
        .contains("GATES ANSWER TO       STEP 1   STEP 5")
        .contains("the model's state")
        .contains("the true state")
        .contains("nothing (their mean)");
    JsonNode rollouts = json(Cli.run("calibrate", gated, "--swap", "--json")).get("rollouts");
    assertThat(rollouts.at("/STILL/steps")).hasSize(5);
    assertThat(json(Cli.run("calibrate", gated, "--json")).has("rollouts")).isFalse();
  }

  @Test
  void calibrate_printsATableAndRefusesOtherModels() {
    Cli.Result table = Cli.run("calibrate", gated, "--trajectories", 3, "--spectrum", "hidden");
    assertThat(table.exit()).isZero();
    assertThat(table.out())
        .startsWith("3 test trajectories, 6 states of each, hidden spectrum")
        .contains("R_EFF")
        .contains("ADAPTIVE");
    Cli.Result refused = Cli.run("calibrate", fno);
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("expected a model with a gate, found a model 'fno'");
    Cli.Result figure = Cli.run("calibrate", gated, "--figure", "bands.png");
    assertThat(figure.exit()).isEqualTo(2);
    assertThat(figure.err()).contains("a figure named *.svg");
  }

  @Test
  void stability_printsConstantsBoundAndGrowth() {
    Path svg = folder.resolve("gains.svg");
    Cli.Result table = Cli.run("stability", gated, "--data", data, "--examine", 2, "--figure", svg);
    assertThat(table.exit()).as(table.err()).isZero();
    assertThat(table.out())
        .startsWith("tfsno, 8 rollouts of 5 steps, examined at 2 of them")
        .contains("M_PHI")
        .contains("GATE  ON OUTPUT: BOUND  MEASURED  OF STATE: BOUND  MEASURED")
        .contains("whole step: bound")
        .contains("24 pairs of states, distance after a step over before: mean ")
        .contains("; in the data: mean ")
        .contains("their distance after 5 steps: x ")
        .contains("after 5 steps");
    assertThat(svg).content().contains("Block 3: mean gain").contains("Growth of a random change");
    JsonNode document = json(Cli.run("stability", gated, "--json", "--trajectories", 2));
    JsonNode block = document.get("blocks").get(1);
    assertThat(block.get("worst").asDouble()).isLessThan(block.get("bound").asDouble());
    JsonNode constants = block.get("constants");
    for (String name :
        List.of("alpha", "spectral", "pointwise", "metaNet", "statistics", "radius")) {
      assertThat(constants.get(name).asDouble()).as(name).isPositive();
    }
    assertThat(document.get("step").get("growth").size()).isEqualTo(5);
    for (JsonNode one : document.get("blocks")) {
      JsonNode gate = one.get("gate");
      assertThat(gate.get("output").asDouble()).isLessThan(gate.get("outputBound").asDouble());
      assertThat(gate.get("state").asDouble()).isLessThan(gate.get("stateBound").asDouble());
    }
    assertThat(document.at("/pairs/apart").size()).isEqualTo(5);
  }

  @Test
  void stability_ofAStepThatIsAContraction_saysSoAndFindsIt() {
    Path run = folder.resolve("whole");
    TinyRuns.train(
        run,
        """
        name: whole
        model: {name: tfsno, widths: [4, 4], modes: [6, 4], gate: {kind: none}, contraction: {step: 0.9}}
        training: {epochs: 3, batch: 2}
        validation: {trajectories: 2, every: 1, horizon: 2}
        """,
        data);
    assertThat(Cli.run("stability", run, "--examine", 1).out())
        .contains("(contraction.step 0.9), measured")
        .doesNotContain("ON OUTPUT");
    JsonNode document = json(Cli.run("stability", run, "--json", "--examine", 1));
    // Norms are kept to single precision.
    assertThat(document.at("/step/bound").asDouble()).isLessThan(0.9001);
    assertThat(document.at("/pairs/model/largest").asDouble()).isBetween(0.1, 0.9);
    assertThat(document.at("/pairs/apart/4").asDouble()).isLessThan(Math.pow(0.9, 5));
    JsonNode one = json(Cli.run("stability", run, "--json", "--trajectories", 1));
    assertThat(one.get("pairs").isNull()).isTrue();
  }

  @Test
  void stability_ofAnotherModel_saysWhatIsNotDefined() {
    Cli.Result table = Cli.run("stability", fno, "--trajectories", 2);
    assertThat(table.exit()).isZero();
    assertThat(table.out())
        .contains(
            "no blocks: the bound and its constants are defined for tfsno without local terms only")
        .contains("whole step: measured")
        .doesNotContain("whole step: bound");
    Cli.Result wrong = Cli.run("stability", fno, "--trajectories", 0);
    assertThat(wrong.exit()).isEqualTo(2);
    assertThat(wrong.err()).contains("at least one trajectory");
  }
}
