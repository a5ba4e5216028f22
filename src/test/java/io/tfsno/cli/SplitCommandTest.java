package io.tfsno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.data.PartedSets;
import io.tfsno.data.SplitRule;
import io.tfsno.data.SyntheticSets;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectoryFiles;
import io.tfsno.data.file.FloatType;
import io.tfsno.data.hdf5.Hdf5Plan;
import io.tfsno.run.ModelCard;
import io.tfsno.train.TinyRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** What is trained on and what is scored on, as a user meets it. */
class SplitCommandTest {
  private static final int ALL = 20;

  @TempDir private static Path folder;
  private static Path whole;
  private static Path run;

  @BeforeAll
  static void train() throws IOException {
    whole = SyntheticSets.fadingWaves(folder.resolve("whole.h5"), ALL, 8, 32);
    run = folder.resolve("run");
    assertThat(Cli.run("train", config(whole), "--out", run).exit()).isZero();
  }

  private static Path config(Path data) throws IOException {
    String yaml = TinyRuns.FNO + "data: {file: %s}\n".formatted(data);
    return Cli.write(folder, data.getFileName() + ".yaml", yaml);
  }

  private static JsonNode json(String text) {
    return new ObjectMapper().readTree(text);
  }

  @Test
  void fileWithoutParts_isDividedAndTheRunKnowsHow() throws IOException {
    assertThat(run.resolve("config.yaml")).content().contains("split:").contains("seed: 1");
    JsonNode split = json(Files.readString(run.resolve("provenance.json"))).get("split");
    assertThat(split.get("train").asInt()).isEqualTo(16);
    assertThat(split.get("valid").asInt()).isEqualTo(2);
    assertThat(split.get("test").asInt()).isEqualTo(2);
    assertThat(split.at("/rule/train").asDouble()).isEqualTo(0.8);
  }

  @Test
  void eval_ofADividedFile_scoresWhatTheTrainingHasNotSeen() {
    Cli.Result text = Cli.run("eval", run);
    assertThat(text.exit()).as(text.err()).isZero();
    assertThat(text.out()).startsWith("fno (").contains("test split, 2 trajectories");
    JsonNode own = json(Cli.run("eval", run, "--json").out());
    assertThat(own.get("trained_on").asBoolean()).isFalse();
    assertThat(own.get("split").asString()).isEqualTo("test");
    // The scores are those of a file that has nothing but these trajectories.
    long[] chosen = SplitRule.defaults().divide(ALL).test();
    Path alone = someWaves(chosen);
    JsonNode same = json(Cli.run("eval", run, "--data", alone, "--json").out());
    assertThat(same.get("scores")).isEqualTo(own.get("scores"));
    assertThat(same.get("trained_on").asBoolean()).isFalse();
  }

  /** A copy of some trajectories of the whole file. */
  private static Path someWaves(long[] chosen) {
    try (TrajectoryFile file = TrajectoryFile.open(whole)) {
      return SyntheticSets.write(
          folder.resolve("some.h5"),
          SyntheticSets.flat(chosen.length, 8, 1, 1, 32),
          (b, t, c, i) -> file.set("").read(chosen[b], 1, t, 1)[i]);
    }
  }

  @Test
  void eval_ofACopyOfTheTrainingData_isStillDivided() throws IOException {
    Path copy = Files.copy(whole, folder.resolve("copy.h5"));
    JsonNode document = json(Cli.run("eval", run, "--data", copy, "--json").out());
    assertThat(document.get("trajectories").asInt()).isEqualTo(2);
    assertThat(document.get("split").asString()).isEqualTo("test");
  }

  @Test
  void eval_ofTrajectoriesThatWereTrainedOn_warnsOnItsFirstLine() {
    // As every run on a file without parts was before files were divided.
    Path old = folder.resolve("undivided");
    TinyRuns.train(old, TinyRuns.FNO.replace("epochs: 6", "epochs: 1"), whole);
    Cli.Result text = Cli.run("eval", old);
    List<String> lines = text.out().lines().toList();
    assertThat(lines.get(0))
        .isEqualTo(
            "warning: the model was trained on these trajectories: errors on others will be larger");
    assertThat(lines.get(1)).contains("train split, 20 trajectories");
    assertThat(json(Cli.run("eval", old, "--json").out()).get("trained_on").asBoolean()).isTrue();
  }

  @Test
  void stability_ofADividedFile_looksAtItsTestPart() {
    Cli.Result text = Cli.run("stability", run, "--trajectories", 8, "--examine", 1);
    assertThat(text.exit()).as(text.err()).isZero();
    assertThat(text.out()).startsWith("fno, 2 rollouts of 7 steps");
  }

  @Test
  void train_onAFileWithValid_validatesOnThat() throws IOException {
    Path parts =
        PartedSets.write(folder.resolve("parts.h5"), Map.of("train", 6, "valid", 3, "test", 2));
    Path out = folder.resolve("parted");
    Cli.Result result = Cli.run("train", config(parts), "--out", out);
    assertThat(result.exit()).as(result.err()).isZero();
    JsonNode split = json(Files.readString(out.resolve("provenance.json"))).get("split");
    assertThat(split.get("train").asInt()).isEqualTo(6);
    assertThat(split.get("valid").asInt()).isEqualTo(2); // validation.trajectories
    assertThat(split.has("rule")).isFalse();
    assertThat(Cli.run("eval", out).out()).contains("test split, 2 trajectories");
  }

  @Test
  void train_onATestSetAlone_isRefused() throws IOException {
    Path test = PartedSets.write(folder.resolve("test.h5"), Map.of("test", 6));
    Cli.Result result = Cli.run("train", config(test), "--out", folder.resolve("never"));
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err())
        .contains(test + ": expected a set 'train' to learn from, found only 'test'");
    assertThat(folder.resolve("never")).doesNotExist();
  }

  @Test
  void train_resumed_keepsTheDivisionItWasStartedWith() throws IOException {
    Path resumed = folder.resolve("resumed");
    Path config = config(whole);
    assertThat(Cli.run("train", config, "--set", "data.split.seed=5", "--out", resumed).exit())
        .isZero();
    assertThat(Cli.run("train", "--resume", resumed).exit()).isZero();
    JsonNode provenance = json(Files.readString(resumed.resolve("provenance.json")));
    assertThat(provenance.at("/split/rule/seed").asInt()).isEqualTo(5);
  }

  @Test
  void train_onDataWithStatedWalls_keepsThem() throws IOException {
    Path walled = folder.resolve("walled");
    Cli.Result result =
        Cli.run("train", config(whole), "--set", "data.boundary=wall", "--out", walled);
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(walled.resolve("config.yaml")).content().containsIgnoringCase("boundary: \"wall\"");
    assertThat(ModelCard.read(walled).shape().grid().periodic()).isFalse();
    assertThat(Cli.run("eval", walled).out()).contains("fields between walls taken as periodic");
    assertThat(Cli.run("eval", run).out()).doesNotContain("taken as periodic");
  }

  /** A foreign file with a channel axis says nothing of its boundary. */
  @Test
  void fileThatDoesNotSayItsBoundary_isRefusedWithTheWayToStateIt() throws IOException {
    Hdf5Plan plan = new Hdf5Plan();
    plan.dataset("tensor", FloatType.FLOAT32, 2, 4, 32, 1);
    plan.dataset("x-coordinate", FloatType.FLOAT32, 32);
    plan.dataset("t-coordinate", FloatType.FLOAT32, 4);
    Path foreign = TrajectoryFiles.make(folder.resolve("foreign.h5"), plan);

    Cli.Result untrained = Cli.run("train", config(foreign), "--out", folder.resolve("none"));
    assertThat(untrained.exit()).isEqualTo(2);
    assertThat(untrained.err()).contains("State the boundary").contains("Set data.boundary.");
    assertThat(folder.resolve("none")).doesNotExist();

    Cli.Result refused = Cli.run("eval", run, "--data", foreign);
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("State the boundary").contains("Use --boundary.");

    // Its coordinates count cells, so that the box is another one: the boundary was taken.
    Cli.Result taken = Cli.run("eval", run, "--data", foreign, "--boundary", "periodic");
    assertThat(taken.err()).doesNotContain("State the boundary");
  }
}
