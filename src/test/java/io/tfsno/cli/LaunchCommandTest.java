package io.tfsno.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tfsno.data.SyntheticSets;
import io.tfsno.data.safetensors.Safetensors;
import io.tfsno.train.TinyRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Trainings with several real processes that talk over TCP. */
class LaunchCommandTest {
  /** 19 trajectories to learn from: the last batch has a single sample, fewer than ranks. */
  private static final String CONFIG =
      """
      name: tiny
      data: {file: waves.h5, split: {seed: 1}}
      model: {name: fno, width: 8, modes: 4, layers: 2, head: 8, predictDelta: true}
      training: {epochs: 8, batch: 6, checkpoint: 0}
      pushforward: {horizon: 3, every: 2}
      validation: {trajectories: 3, every: 2, horizon: 4}
      """;

  /**
   * Gradients are float32 sums of shares instead of a whole: their last digits differ, about 1e-7,
   * and AdamW carries that on from update to update. Seen over these few dozen updates: 3e-6.
   */
  private static final double ROUNDING_PERCENT = 0.01;

  /** So long that a machine with other work does not look like a rank that hangs. */
  private static final int LONG = 30;

  private static final String SECRET = "a-secret-of-the-ranks";

  @TempDir private static Path folder;
  private static List<Double> ofOneRank;

  @BeforeAll
  static void trainAlone() throws IOException {
    SyntheticSets.fadingWaves(folder.resolve("waves.h5"), 22, 8, 32);
    Path config = Cli.write(folder, "tiny.yaml", CONFIG);
    Cli.write(folder, "long.yaml", CONFIG.replace("epochs: 8", "epochs: 1000000"));
    Path run = folder.resolve("alone");
    Cli.Result result = Cli.run("train", config, "--out", run, "--threads", 1);
    assertThat(result.exit()).as(result.err()).isZero();
    ofOneRank = losses(run);
  }

  @Test
  void twoRanks_givesTheLossCurveOfOne() throws Exception {
    Path run = folder.resolve("two");
    Path log = folder.resolve("two.log");
    Process launcher = launch(log, LONG, "tiny.yaml", run);
    assertThat(launcher.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(launcher.exitValue()).as(Files.readString(log)).isZero();
    requireCurveOfOne(run);
    assertThat(run.resolve("provenance.json")).content().contains("\"ranks\" : 2");
    assertThat(Files.readString(log)).contains("[0] training").doesNotContain("[1] ");
  }

  private static void requireCurveOfOne(Path run) throws IOException {
    List<Double> found = losses(run);
    assertThat(found).hasSameSizeAs(ofOneRank);
    for (int i = 0; i < found.size(); i++) {
      assertThat(found.get(i)).isCloseTo(ofOneRank.get(i), withinPercentage(ROUNDING_PERCENT));
    }
  }

  @ParameterizedTest
  @EnabledOnOs(OS.LINUX)
  @CsvSource({"KILL, 1, 137, connection lost, 30", "STOP, 0, 2, time is up, 2"})
  void rankThatDiesOrStalls_stopsTheOthersInTimeAndCostsNoCheckpoint(
      String signal, int lost, int exit, String reason, int patience) throws Exception {
    Path run = folder.resolve("lost" + lost);
    Path log = folder.resolve("lost" + lost + ".log");
    Process launcher = launch(log, patience, "long.yaml", run);
    awaitEpochs(run, 3, launcher, log);
    signal(signal, rank(launcher, lost));
    // A connection that breaks is seen at once, a rank that hangs after the patience; 3 s to find
    // out who is missing, twice the patience until a rank that hangs is killed; the rest is for a
    // machine with other work.
    long limit = (signal.equals("STOP") ? 3 * patience : 0) + 3 + 15;
    assertThat(launcher.waitFor(limit, TimeUnit.SECONDS)).as(Files.readString(log)).isTrue();
    assertThat(Files.readString(log))
        .contains("[%d] tfsno: training stopped: ".formatted(1 - lost))
        .contains("rank %d does not answer (%s)".formatted(lost, reason))
        .contains("train --resume " + run);
    assertThat(launcher.exitValue()).isEqualTo(exit);
    assertThat(launcher.descendants().filter(ProcessHandle::isAlive)).isEmpty();
    Safetensors checkpoint = Safetensors.read(run.resolve("training.safetensors"));
    assertThat(Integer.parseInt(checkpoint.metadata().get("epoch"))).isGreaterThanOrEqualTo(2);
    assertThat(Safetensors.read(run.resolve("model.safetensors")).names()).isNotEmpty();
  }

  @Test
  void resumedRun_withAnotherNumberOfRanks_goesOnAlongTheSameCurve() throws Exception {
    Path run = folder.resolve("changed");
    Path log = folder.resolve("changed.log");
    assertThatThrownBy(() -> TinyRuns.train(run, CONFIG, folder.resolve("waves.h5"), 13))
        .isInstanceOf(CancellationException.class);
    Process second = start(log, Map.of(), launchWords(LONG, "train", "--resume", run));
    assertThat(second.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(second.exitValue()).as(Files.readString(log)).isZero();
    assertThat(epochs(run)).containsExactlyElementsOf(IntStream.rangeClosed(1, 8).boxed().toList());
    requireCurveOfOne(run);
  }

  @Test
  void rankThatNeverArrives_isNamedAndNothingIsWritten() throws Exception {
    Path log = folder.resolve("waiting.log");
    Path run = folder.resolve("waiting");
    Map<String, String> first =
        Map.of(
            "RANK", "0", //
            "WORLD_SIZE", "2",
            "MASTER_ADDR", "127.0.0.1",
            "MASTER_PORT", Integer.toString(LaunchCommand.freePort()),
            "TFSNO_RENDEZVOUS_SECRET", SECRET,
            "TFSNO_RENDEZVOUS_TIMEOUT", "0.5");
    Process rank = start(log, first, "train", folder.resolve("tiny.yaml"), "--out", run);
    assertThat(rank.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(Files.readString(log))
        .contains("expected 2 ranks at 127.0.0.1:")
        .contains("within 0.5 s, found 1: rank 1 did not arrive. Start it")
        .doesNotContain("Exception");
    assertThat(rank.exitValue()).isEqualTo(2);
    assertThat(run).doesNotExist();
  }

  @Test
  void ranks_inNetworksOfTheirOwn_trainAcrossTheWireBetweenThem() throws Exception {
    try (TwoNetworks networks = TwoNetworks.make()) {
      assumeTrue(networks != null, "network namespaces cannot be made here: needs root and ip");
      Path run = folder.resolve("networks");
      List<Process> nodes = new ArrayList<>();
      List<Path> logs = new ArrayList<>();
      for (int node = 0; node < 2; node++) {
        logs.add(folder.resolve("node" + node + ".log"));
        Object[] words = {
          "launch",
          "--ranks",
          1,
          "--nodes",
          2,
          "--node-rank",
          node,
          "--timeout",
          10,
          "--rendezvous-timeout",
          30,
          "--rendezvous",
          networks.address(0) + ":29500",
          "--",
          "train",
          folder.resolve("tiny.yaml"),
          "--out",
          run,
          "--threads",
          1
        };
        List<String> command = new ArrayList<>(networks.inside(node));
        command.addAll(Cli.command(words));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("TFSNO_RENDEZVOUS_SECRET", SECRET);
        builder.redirectErrorStream(true).redirectOutput(logs.get(node).toFile());
        nodes.add(builder.start());
      }
      for (int node = 0; node < 2; node++) {
        assertThat(nodes.get(node).waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(nodes.get(node).exitValue()).as(Files.readString(logs.get(node))).isZero();
      }
      requireCurveOfOne(run);
    }
  }

  @ParameterizedTest
  @CsvSource({"0, , 0", "3, , 3", "1, '4,5', 5", "2, '4,5', 4"})
  void rank_takesTheGpuOfItsNumberAmongThoseAllowed(int rank, String allowed, String gpu) {
    assertThat(LaunchedRank.gpu(rank, allowed)).isEqualTo(gpu);
  }

  @Test
  void mistakes_areExplained() {
    assertThat(Cli.run("launch", "--ranks", 0, "--", "train", "x").err())
        .contains("--ranks from 1");
    assertThat(Cli.run("launch", "--ranks", 2, "--", "eval", "x").err()).contains("'train ...'");
    assertThat(Cli.run("launch", "--ranks", 2, "--nodes", 2, "--", "train", "x").err())
        .contains("--rendezvous HOST:PORT with several machines");
    assertThat(Cli.run("launch", "--ranks", 2, "--rendezvous", "here", "--", "train", "x").err())
        .contains("--rendezvous HOST:PORT, found 'here'");
    assertThat(
            Cli.run(
                    "launch",
                    "--ranks",
                    1,
                    "--nodes",
                    2,
                    "--rendezvous",
                    "127.0.0.1:1",
                    "--",
                    "train",
                    "x")
                .err())
        .contains("the variable TFSNO_RENDEZVOUS_SECRET, the same for all ranks");
  }

  private static Process launch(Path log, int ranks, String config, Path run) throws IOException {
    return start(log, Map.of(), launchWords(ranks, "train", folder.resolve(config), "--out", run));
  }

  private static Object[] launchWords(int patience, Object... command) {
    Object[] fixed = {
      "launch", "--ranks", 2, "--timeout", patience, "--rendezvous-timeout", LONG, "--"
    };
    return Stream.concat(Stream.of(fixed), Stream.of(command)).toArray();
  }

  private static Process start(Path log, Map<String, String> environment, Object... words)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(Cli.command(words));
    builder.environment().putAll(environment);
    return builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
  }

  private static void awaitEpochs(Path run, int epochs, Process process, Path log)
      throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (epochs(run).size() < epochs) {
      assertThat(process.isAlive() && System.nanoTime() < deadline)
          .as(Files.readString(log))
          .isTrue();
      Thread.sleep(5);
    }
  }

  private static ProcessHandle rank(Process launcher, int rank) {
    return launcher
        .children()
        .filter(child -> environment(child).contains("RANK=" + rank))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> environment(ProcessHandle process) {
    try {
      Path file = Path.of("/proc", Long.toString(process.pid()), "environ");
      return List.of(Files.readString(file).split("\0", -1));
    } catch (IOException e) {
      return List.of();
    }
  }

  private static void signal(String name, ProcessHandle process) throws Exception {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  private static List<JsonNode> metrics(Path run) throws IOException {
    Path file = run.resolve("metrics.jsonl");
    if (!Files.exists(file)) {
      return List.of();
    }
    String text = Files.readString(file);
    ObjectMapper json = new ObjectMapper();
    // A line that is still being written has no end yet.
    return text.substring(0, text.lastIndexOf('\n') + 1).lines().map(json::readTree).toList();
  }

  private static List<Integer> epochs(Path run) throws IOException {
    return metrics(run).stream().map(line -> line.get("epoch").asInt()).toList();
  }

  private static List<Double> losses(Path run) throws IOException {
    return metrics(run).stream().map(line -> line.get("loss").asDouble()).toList();
  }
}
