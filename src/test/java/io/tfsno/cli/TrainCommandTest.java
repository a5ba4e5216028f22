package io.tfsno.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.base.ConfigReader;
import io.tfsno.cli.console.Json;
import io.tfsno.data.FlatSet;
import io.tfsno.data.SyntheticSets;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.npy.Npy;
import io.tfsno.data.npy.NpyArray;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.operator.Operators;
import io.tfsno.run.ModelConfig;
import io.tfsno.train.TinyRuns;
import io.tfsno.train.TrainConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Training, evaluation, rollout and report as a user meets them, on a very small set. */
class TrainCommandTest {
  private static final String CONFIG =
      """
      name: tiny
      data: {file: e1.h5}
      model: {name: fno, width: 8, modes: 4, predictDelta: true}
      training: {epochs: 4, batch: 4}
      validation: {trajectories: 2, every: 2, horizon: 5}
      """;

  @TempDir private static Path folder;
  private static Path config;

  @BeforeAll
  static void prepare() throws IOException {
    Path data = folder.resolve("e1.h5");
    assertThat(
            Cli.run(
                    "data",
                    "generate",
                    "E1",
                    "--quick",
                    "--train",
                    12,
                    "--test",
                    4,
                    "--snapshots",
                    12,
                    "--out",
                    data)
                .exit())
        .isZero();
    config = Cli.write(folder, "tiny.yaml", CONFIG);
    assertThat(Cli.run("train", config, "--out", folder.resolve("fno")).exit()).isZero();
  }

  @Test
  void train_leavesARunFolderThatTellsItsStory() throws IOException {
    Path run = folder.resolve("fno");
    assertThat(run.resolve("model.safetensors")).exists();
    assertThat(Files.readAllLines(run.resolve("metrics.jsonl"))).hasSize(4);
    JsonNode provenance =
        new ObjectMapper().readTree(Files.readAllBytes(run.resolve("provenance.json")));
    assertThat(provenance.get("data_sha256").asString()).hasSize(64);
    assertThat(provenance.get("epochs").asInt()).isEqualTo(4);
    assertThat(run.resolve("config.yaml")).content().contains("width: 8");
  }

  @Test
  void train_killedAtRandomMoments_endsWithTheSameBits() throws Exception {
    String[] budget = {"--set", "training.epochs=40", "--set", "training.checkpoint=0"};
    Path whole = folder.resolve("whole");
    assertThat(
            Cli.run("train", config, budget[0], budget[1], budget[2], budget[3], "--out", whole)
                .exit())
        .isZero();
    Path killed = folder.resolve("killed");
    Random random = new Random(7);
    Object[] first = {"train", config, budget[0], budget[1], budget[2], budget[3], "--out", killed};
    kill(Cli.start(folder.resolve("log"), first), killed, random);
    for (int i = 0; i < 2; i++) {
      kill(Cli.start(folder.resolve("log"), "train", "--resume", killed), killed, random);
    }

    Cli.Result last = Cli.run("train", "--resume", killed);

    assertThat(last.exit()).as(last.err()).isZero();
    assertThat(
            Files.mismatch(whole.resolve("model.safetensors"), killed.resolve("model.safetensors")))
        .isEqualTo(-1);
    assertThat(
            Files.mismatch(
                whole.resolve("training.safetensors"), killed.resolve("training.safetensors")))
        .isEqualTo(-1);
    assertThat(Files.readAllLines(killed.resolve("metrics.jsonl"))).hasSize(40);
  }

  /** Waits for the first checkpoint, then a little, then kill -9. */
  private static void kill(Process process, Path run, Random random) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!Files.exists(run.resolve("training.safetensors"))
        && process.isAlive()
        && System.nanoTime() < deadline) {
      Thread.sleep(2);
    }
    Thread.sleep(random.nextInt(120));
    process.destroyForcibly().waitFor();
  }

  @Test
  void eval_printsStepsBesideCopying() {
    Cli.Result result = Cli.run("eval", folder.resolve("fno"), "--steps", "1,10");
    assertThat(result.exit()).isZero();
    assertThat(result.out()).contains("COPYING L2").contains("1..11").contains("PSRE");
    Cli.Result direct = Cli.run("eval", folder.resolve("fno"), "--resolution", 64, "--json");
    JsonNode document = new ObjectMapper().readTree(direct.out());
    assertThat(document.get("resolution").asInt()).isEqualTo(64);
    assertThat(document.get("modelResolution").asInt()).isEqualTo(64);
    assertThat(document.get("scores").get("steps").size()).isEqualTo(11);
  }

  @Test
  void eval_ofSeveralChannels_printsEachWithItsName() {
    Path data =
        SyntheticSets.write(
            folder.resolve("two.h5"),
            SyntheticSets.flat(10, 6, 2, 1, 32),
            (b, t, c, i) -> (c == 0 ? 1 : 1e5) + Math.cos(0.2 * i + b + 0.1 * t + c));
    Path run = folder.resolve("two");
    TinyRuns.train(run, TinyRuns.FNO, data);
    Cli.Result text = Cli.run("eval", run, "--steps", "1");
    assertThat(text.exit()).as(text.err()).isZero();
    assertThat(text.out()).contains("CHANNEL").containsPattern("u0 +1 ").containsPattern("u1 +1 ");
    JsonNode scores =
        new ObjectMapper().readTree(Cli.run("eval", run, "--json").out()).get("scores");
    assertThat(scores.at("/channels/1/name").asString()).isEqualTo("u1");
    double density = scores.at("/channels/0/steps/0/vrmse/mean").asDouble();
    double pressure = scores.at("/channels/1/steps/0/vrmse/mean").asDouble();
    assertThat(scores.at("/steps/0/vrmse/mean").asDouble())
        .isCloseTo((density + pressure) / 2, within(1e-12));
    // One pressure in 1e5 is nothing to the relative error, and much to the pressure.
    assertThat(scores.at("/channels/1/steps/0/l2/mean").asDouble()).isLessThan(1e-4);
    assertThat(pressure).isGreaterThan(0.01);
  }

  @Test
  void rollout_fromNpy_startsWithItsInput() {
    float[] u0 = new float[2 * 256];
    for (int i = 0; i < u0.length; i++) {
      u0[i] = (float) Math.sin(2 * Math.PI * (i % 256) / 256);
    }
    Path input = folder.resolve("u0.npy");
    Npy.write(input, new int[] {2, 1, 256}, u0);
    Path out = folder.resolve("p.npy");

    Cli.Result result =
        Cli.run("rollout", folder.resolve("fno"), "--input", input, "--steps", 3, "--out", out);
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.out()).contains("3 steps, run on 256 points and stored on 256");

    NpyArray p = Npy.read(out);
    assertThat(p.shape()).containsExactly(2, 4, 1, 256);
    assertThat(Arrays.copyOf(p.floats(), 256)).isEqualTo(Arrays.copyOf(u0, 256));
    // Both inputs are the same field, so both predictions are, but for rounding: some CPUs' kernels
    // sum in an order that depends on the place in a batch.
    assertThat(Arrays.copyOfRange(p.floats(), 3 * 256, 4 * 256))
        .usingComparatorWithPrecision(1e-6f)
        .containsExactly(Arrays.copyOfRange(p.floats(), 7 * 256, 8 * 256));
  }

  @Test
  void train_intoAFolderThatHoldsARun_namesTheWaysOut() {
    Cli.Result result = Cli.run("train", config, "--out", folder.resolve("fno"));
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err())
        .contains("expected no run there yet, found one")
        .contains("--out", "--resume", "--force");
  }

  @Test
  void rollout_onAGridThatTheModelCannotUse_saysWhereItRan() {
    Path input = folder.resolve("odd.npy");
    Npy.write(input, new int[] {1, 1, 5}, new float[5]);
    Path out = folder.resolve("odd-p.npy");
    Cli.Result result =
        Cli.run(
            "rollout",
            Path.of("src/test/resources/v1/runs/deeponet-1d"),
            "--input",
            input,
            "--steps",
            1,
            "--out",
            out,
            "--json");
    JsonNode document = new ObjectMapper().readTree(result.out());
    assertThat(document.get("model_resolution").asInt()).isEqualTo(64);
    assertThat(document.get("resolution").asInt()).isEqualTo(5);
  }

  @Test
  void rollout_fromHdf5ToHdf5_isADataSet() {
    Path out = folder.resolve("p.h5");
    assertThat(
            Cli.run(
                    "rollout",
                    folder.resolve("fno"),
                    "--input",
                    folder.resolve("e1.h5"),
                    "--steps",
                    2,
                    "--out",
                    out)
                .exit())
        .isZero();
    try (TrajectoryFile file = TrajectoryFile.open(out)) {
      assertThat(file.set("").trajectories()).isEqualTo(4);
      assertThat(file.set("").steps()).isEqualTo(3);
      assertThat(file.set("").attributes()).containsEntry("predicted_by", "fno");
    }
  }

  @Test
  void rollout_wrongInput_isOneMessage() {
    Path run = folder.resolve("fno");
    Path nan = folder.resolve("nan.npy");
    float[] values = new float[256];
    values[7] = Float.NaN;
    Npy.write(nan, new int[] {1, 1, 256}, values);
    Path flat = folder.resolve("flat.npy");
    Npy.write(flat, new int[] {256}, new float[256]);
    Path out = folder.resolve("never.npy");

    assertThat(Cli.run("rollout", run, "--input", nan, "--steps", 1, "--out", out).err())
        .contains("expected finite numbers, found NaN");
    assertThat(Cli.run("rollout", run, "--input", flat, "--steps", 1, "--out", out).err())
        .contains("expected fields [batch, 1, x], found [256]");
    assertThat(Cli.run("rollout", run, "--input", nan, "--steps", 0, "--out", out).err())
        .contains("--steps from 1");
    assertThat(out).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          model.width=many            | key 'model.width': expected a number
          model.widht=8               | did you mean 'model.width'
          model.name=fnoo             | unknown model 'fnoo': did you mean 'fno'
          model.modes=200             | modes
          training.epochs=0           | training.epochs from 1
          training.learningRate=-1    | a learning rate > 0
          trainig.epochs=3            | did you mean 'training'
          pushforward.mode=pf_none    | expected one of pf_random, pf_all, bptt
          data.file=absent.h5         | absent.h5
          data.trajectories=500       | expected 500 trajectories
          objective                   | expected --set KEY.KEY=VALUE
          """)
  void train_wrongConfig_isOneMessageAndNoRun(String setting, String message) {
    Path run = folder.resolve("wrong");
    Cli.Result result = Cli.run("train", config, "--set", setting, "--out", run);
    assertThat(result.exit()).as(result.err()).isEqualTo(2);
    assertThat(result.err()).contains(message).doesNotContain("\tat ");
    assertThat(run.resolve("model.safetensors")).doesNotExist();
    assertThat(run.resolve("config.yaml")).doesNotExist();
  }

  @Test
  void train_refusedByItsData_leavesNothingInTheWayOfTheCorrectedCommand() {
    Path run = folder.resolve("corrected");
    FlatSet set = SyntheticSets.flat(6, 12, 1, 1, 16);
    Path bad =
        SyntheticSets.write(
            folder.resolve("nan.h5"),
            set,
            (trajectory, step, channel, cell) -> trajectory == 5 ? Double.NaN : Math.sin(cell));
    Cli.Result refused = Cli.run("train", config, "--set", "data.file=" + bad, "--out", run);
    assertThat(refused.exit()).as(refused.err()).isEqualTo(2);
    assertThat(refused.err()).contains("found NaN in trajectory 5");
    assertThat(run.resolve("config.yaml")).doesNotExist();
    assertThat(Cli.run("train", config, "--out", run).exit()).isZero();
  }

  @Test
  void train_resumeOrStart_startsThenGoesOnAndIsFinishedOnlyOnce() throws IOException {
    Path run = folder.resolve("again");
    Object[] command = {"train", config, "--out", run, "--resume-or-start"};
    assertThat(Cli.run(command).exit()).isZero();
    for (String file : new String[] {"model.safetensors", "training.safetensors"}) {
      Path usual = folder.resolve("fno").resolve(file);
      assertThat(Files.mismatch(usual, run.resolve(file))).as(file).isEqualTo(-1);
    }
    byte[] before = Files.readAllBytes(run.resolve("metrics.jsonl"));
    assertThat(Cli.run(command).exit()).isZero();
    assertThat(run.resolve("metrics.jsonl")).hasBinaryContent(before);
    // Killed before its first checkpoint: a configuration, and nothing to go on from.
    Files.delete(run.resolve("training.safetensors"));
    Files.delete(run.resolve("model.safetensors"));
    assertThat(Cli.run(command).exit()).isZero();
    assertThat(
            Files.mismatch(
                folder.resolve("fno/model.safetensors"), run.resolve("model.safetensors")))
        .isEqualTo(-1);
  }

  @Test
  void train_resumeOrStart_refusesARunOfAnotherConfiguration() {
    Path run = folder.resolve("fno");
    Cli.Result other =
        Cli.run(
            "train",
            config,
            "--set",
            "training.batch=2",
            "--seed",
            7,
            "--out",
            run,
            "--resume-or-start");
    assertThat(other.exit()).isEqualTo(2);
    assertThat(other.err())
        .contains("found one of another: training.batch: 2, before 4; seed: 7, before 1");
    assertThat(Cli.run("train", "--resume", run, "--resume-or-start").exit()).isEqualTo(2);
    assertThat(Cli.run("train", config, "--force", "--resume-or-start").exit()).isEqualTo(2);
  }

  @Test
  void train_askedToValidateOnMoreThanThereIs_saysOnHowMany() throws Exception {
    Path log = folder.resolve("log-fewer");
    Process process =
        Cli.start(
            log,
            "train",
            config,
            "--set",
            "validation.trajectories=100",
            "--out",
            folder.resolve("fewer"));
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(Files.readString(log)).contains("validates on 2 trajectories, not on 100");
  }

  @Test
  void resume_ofARunWhoseConfigWasChanged_namesTheKeysAndWantsTheChangesAccepted()
      throws IOException {
    Path run = folder.resolve("changed");
    assertThat(Cli.run("train", config, "--out", run).exit()).isZero();
    Path stored = run.resolve("config.yaml");
    String text = Files.readString(stored);
    Files.writeString(
        stored, text.replace("batch: 4", "batch: 2").replace("epochs: 4", "epochs: 6"));
    Cli.Result refused = Cli.run("train", "--resume", run);
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err())
        .contains("config.yaml: expected the configuration that the run was trained with so far")
        .contains("training.epochs: 6, before 4; training.batch: 2, before 4", "--accept-changes");
    assertThat(Cli.run("train", "--resume", run, "--accept-changes").exit()).isZero();
    JsonNode provenance =
        new ObjectMapper().readTree(Files.readAllBytes(run.resolve("provenance.json")));
    assertThat(provenance.at("/changed/0/epoch").asInt()).isEqualTo(4);
    assertThat(provenance.at("/changed/0/keys/1").asString())
        .isEqualTo("training.batch: 2, before 4");
    assertThat(provenance.at("/epochs").asInt()).isEqualTo(6);
    assertThat(Cli.run("train", "--resume", run).exit()).as("no change since").isZero();
  }

  @Test
  void eval_saysWhetherTheDataAreThoseOfTheTraining() throws IOException {
    Path run = folder.resolve("fno");
    Path copy = Files.copy(folder.resolve("e1.h5"), folder.resolve("copy.h5"));
    assertThat(Cli.run("eval", run).out()).contains(", the file it was trained on");
    JsonNode same =
        new ObjectMapper().readTree(Cli.run("eval", run, "--data", copy, "--json").out());
    assertThat(same.get("data_as_trained").asBoolean()).isTrue();
    byte[] bytes = Files.readAllBytes(copy);
    bytes[bytes.length / 2] ^= 1; // some value, by a little
    Files.write(copy, bytes);
    Cli.Result other = Cli.run("eval", run, "--data", copy);
    assertThat(other.out())
        .contains(
            ", not the file it was trained on ("
                + same.get("data_sha256").asString().substring(0, 12));
  }

  @Test
  void train_overARun_asksFirst() {
    assertThat(Cli.run("train", config, "--out", folder.resolve("fno")).err())
        .contains("continue it with --resume, or add --force");
    assertThat(Cli.run("train", "--resume", folder.resolve("nowhere")).err())
        .contains("expected a run folder");
    assertThat(Cli.run("train").err()).contains("either CONFIG.yaml or --resume RUN");
  }

  @Test
  void eval_wrongRunOrData_isOneMessage() throws IOException {
    Path run = folder.resolve("fno");
    assertThat(Cli.run("eval", folder.resolve("nowhere")).err()).contains("expected a run folder");
    assertThat(Cli.run("eval", run, "--horizon", 99).err()).contains("a horizon from 1 to the 11");
    assertThat(Cli.run("eval", run, "--horizon", -1).err()).contains("--horizon > 0, found -1");
    for (int points : new int[] {-4, 1, 3}) {
      assertThat(Cli.run("eval", run, "--resolution", points).err())
          .contains("--resolution of at least 4, found " + points);
    }
    Path other = folder.resolve("e2.h5");
    Cli.run(
        "data",
        "generate",
        "E2",
        "--quick",
        "--train",
        0,
        "--test",
        1,
        "--snapshots",
        3,
        "--out",
        other);
    assertThat(Cli.run("eval", run, "--data", other).err()).contains("expected data of burgers1d");
    Path plane = folder.resolve("e4.h5");
    Cli.run(
        "data",
        "generate",
        "E4",
        "--quick",
        "--train",
        0,
        "--test",
        1,
        "--snapshots",
        3,
        "--out",
        plane);
    assertThat(Cli.run("eval", run, "--data", plane).err()).contains("found 2D, 1 channel(s)");
    Path cut = folder.resolve("cut.safetensors");
    Files.write(cut, Arrays.copyOf(Files.readAllBytes(run.resolve("model.safetensors")), 5000));
    Cli.Result truncated = Cli.run("eval", cut, "--data", folder.resolve("e1.h5"));
    assertThat(truncated.exit()).isEqualTo(2);
    assertThat(truncated.err()).contains("cut.safetensors");
  }

  @Test
  void report_ofARun_isOnePage() {
    Path page = folder.resolve("r.html");
    assertThat(Cli.run("report", folder.resolve("fno"), "--out", page).exit()).isZero();
    assertThat(page).content().contains("<!doctype html>").contains("Error against step");
    assertThat(
            Cli.run("report", folder.resolve("nowhere"), "--out", folder.resolve("x.html")).exit())
        .isEqualTo(2);
  }

  @Test
  void demo_withATinyBudget_comparesItsModelsAndReports() {
    Path out = folder.resolve("demo");
    Cli.Result result = Cli.run("demo", "--epochs", 1, "--out", out, "--json");
    assertThat(result.exit()).as(result.err()).isZero();
    JsonNode document = new ObjectMapper().readTree(result.out());
    assertThat(document.get("evaluations").size()).isEqualTo(4);
    assertThat(document.get("models").get(2).get("name").asString()).isEqualTo("TF-SNO");
    assertThat(document.get("hidden").asString()).isEqualTo("nu");
    assertThat(out.resolve("report.html"))
        .content()
        .contains("What it remembers: TF-SNO", "From the lowest to the highest nu");
    assertThat(out.resolve("figure.svg")).isNotEmptyFile();
  }

  @Test
  void demo_whereAFileStands_isRefused() throws IOException {
    Path file = Files.writeString(folder.resolve("taken"), "text");
    Cli.Result result = Cli.run("demo", "--out", file);
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err()).contains("taken: expected a folder").contains("--out");
  }

  @Test
  void models_json_hasTheParameterCountsOfTheSpecification() {
    JsonNode list = new ObjectMapper().readTree(Cli.run("models", "--json").out());
    assertThat(list.get(0).get("1D").get("parameters").asInt()).isEqualTo(645_110);
    assertThat(list.get(1).get("2D").get("parameters").asInt()).isEqualTo(1_813_481);
  }

  @Test
  void models_printSizesAsAConfigurationHoldsThem() {
    String text = Cli.run("models").out();
    for (Operators.Model model : Operators.all()) {
      for (int dimension = 1; dimension <= 2; dimension++) {
        OperatorSpec defaults = model.defaults().apply(dimension);
        String sizes = Json.yaml(defaults);
        assertThat(text).contains(sizes);
        String yaml = "model: " + sizes.replaceFirst("\\{", "{name: " + model.name() + ", ");
        ModelConfig given = ConfigReader.parse("printed", yaml, TrainConfig.class).model();
        assertThat(given.in(dimension, "printed")).isEqualTo(defaults);
      }
    }
  }
}
