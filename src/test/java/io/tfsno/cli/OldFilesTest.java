package io.tfsno.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * Files that version 0.1.0 wrote open for ever, and mean what they meant. The files are never made
 * again: where they come from stands in {@code v1/README.md}. Everything goes through the command
 * line, so that these tests outlive the classes behind it.
 */
class OldFilesTest {
  /**
   * Relative to the largest value of a state. The arithmetic is float32, and a later version may
   * add the same numbers up in another order: a sum of tens of terms then changes by some 1e-7, and
   * five steps of a network pass that on. Other vector instructions of the same processor made
   * 1e-6. What changes a model is seen: 1,280 of the 1,347 tensors, made half as large again, move
   * their rollouts further than this.
   */
  private static final double ROUNDING = 2e-5;

  /**
   * The same after some fifty more updates. One unit in the last place of every parameter at the
   * checkpoint moved the result by 2e-6; ten per cent more in Adam's second moments moved it by
   * 5e-2, and another random stream by more.
   */
  private static final double TRAINING = 1e-3;

  private static final String INTERRUPTED = "tfsno-1d-interrupted";

  @TempDir private Path folder;

  private static Path old(String name) {
    try {
      return Path.of(OldFilesTest.class.getResource("/v1").toURI()).resolve(name);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  static List<String> runs() throws IOException {
    return names("*");
  }

  static List<String> runsOnTwoGrids() throws IOException {
    return names("{fno,uno}-{1d,2d}");
  }

  private static List<String> names(String glob) throws IOException {
    try (Stream<Path> all = Files.list(old("runs"))) {
      return all.map(Path::getFileName)
          .filter(name -> name.getFileSystem().getPathMatcher("glob:" + glob).matches(name))
          .map(Path::toString)
          .sorted()
          .toList();
    }
  }

  @Test
  void runs_areThereForEveryModelInBothDimensions() throws IOException {
    for (String model : List.of("tfsno", "fno", "uno", "deeponet", "pino", "wno", "fino")) {
      assertThat(runs()).contains(model + "-1d", model + "-2d");
    }
    assertThat(runs()).hasSize(31);
    assertThat(runsOnTwoGrids()).hasSize(4);
  }

  @ParameterizedTest
  @MethodSource("runs")
  void rollout_ofAnOldRun_givesTheOldNumbers(String name) throws IOException {
    Path run = old("runs").resolve(name);
    Rollout predicted = rollout(run, run.resolve("u0.npy"));
    assertClose(predicted, Rollout.read(run.resolve("expected.npy")), ROUNDING);
  }

  @ParameterizedTest
  @MethodSource("runsOnTwoGrids")
  void rollout_ofAnOldRunOnAFinerGrid_givesTheOldNumbers(String name) throws IOException {
    Path run = old("runs").resolve(name);
    Rollout predicted = rollout(run, run.resolve("u0-doubled.npy"));
    assertClose(predicted, Rollout.read(run.resolve("expected-doubled.npy")), ROUNDING);
  }

  @Test
  void resume_ofAnOldRun_finishesItWithTheOldNumbers() throws IOException {
    Path old = old("runs").resolve(INTERRUPTED);
    Path run = copy(old, folder.resolve("run"));
    Path config = run.resolve("config.yaml");
    String data = "data/e1.h5";
    assertThat(config).content().contains(data);
    Files.writeString(config, Files.readString(config).replace(data, old("data/e1.h5").toString()));
    assertThat(Files.readAllLines(run.resolve("metrics.jsonl"))).hasSizeLessThan(40);

    Cli.Result resumed = Cli.run("train", "--resume", run, "--device", "cpu");

    assertThat(resumed.exit()).as(resumed.err()).isZero();
    List<String> metrics = Files.readAllLines(run.resolve("metrics.jsonl"));
    assertThat(metrics).hasSize(40).startsWith(lines(old.resolve("metrics.jsonl")));
    JsonNode provenance = json(Files.readString(run.resolve("provenance.json")));
    assertThat(provenance.get("epochs").asInt()).isEqualTo(40);
    assertThat(provenance.get("best_epoch").asInt()).isEqualTo(25);
    assertThat(provenance.get("started").asString())
        .isEqualTo(
            json(Files.readString(old.resolve("provenance.json"))).get("started").asString());
    Rollout predicted = rollout(run, old.resolve("u0.npy"));
    assertClose(predicted, Rollout.read(old.resolve("expected-finished.npy")), TRAINING);
  }

  @Test
  void eval_ofAnOldRunOnOldData_givesTheOldScores() {
    Path run = old("runs/tfsno-1d");
    Cli.Result result =
        Cli.run("eval", run, "--data", old("data/e1.h5"), "--device", "cpu", "--json");
    assertThat(result.exit()).as(result.err()).isZero();
    JsonNode scores = json(result.out()).get("scores");
    assertClose(scores, "/overall/l2/mean", 0.21440290631439096);
    assertClose(scores, "/steps/0/l2/mean", 0.11527762641367037);
    assertClose(scores, "/steps/0/h1/mean", 0.26320282982064963);
  }

  @Test
  void inspect_ofAnOldSet_findsBothSplits() {
    JsonNode sets = inspect("e1.h5");
    assertThat(sets.valueStream().map(set -> set.get("set").asString()))
        .containsExactly("train", "test");
    JsonNode train = sets.get(0);
    assertThat(train.get("trajectories").asInt()).isEqualTo(5);
    assertThat(train.get("snapshots").asInt()).isEqualTo(8);
    assertThat(train.at("/shape/0").asInt()).isEqualTo(256);
    assertThat(train.at("/attributes/equation").asString()).isEqualTo("burgers1d");
    assertThat(train.at("/attributes/master_seed").asLong()).isEqualTo(20260101);
    assertClose(train, "/dt", 0.01);
    assertClose(train, "/summary/minimum", -1.3212668895721436);
    assertClose(train, "/summary/maximum", 1.0310887098312378);
    assertClose(train, "/summary/deviation", 0.43734060322639295);
    assertClose(sets.get(1), "/summary/deviation", 0.5605111074943724);
  }

  @Test
  void inspect_ofAnOldSolution_findsBothFields() {
    JsonNode set = inspect("gray-scott-2d.h5").get(0);
    assertThat(set.get("trajectories").asInt()).isEqualTo(1);
    assertThat(set.get("snapshots").asInt()).isEqualTo(3);
    assertThat(set.get("channels").valueStream().map(JsonNode::asString)).containsExactly("u", "v");
    assertThat(set.get("shape").valueStream().map(JsonNode::asInt)).containsExactly(16, 16);
    assertClose(set, "/summary/minimum", 0.0987282320857048);
    assertClose(set, "/summary/mean", 0.5416692476622605);
    assertClose(set, "/summary/deviation", 0.32670679636327343);
  }

  private static JsonNode inspect(String name) {
    Cli.Result result = Cli.run("data", "inspect", old("data").resolve(name), "--json");
    assertThat(result.exit()).as(result.err()).isZero();
    return json(result.out());
  }

  @Test
  void list_ofAnOldLedger_knowsWhatIsDone() throws IOException {
    Path tiny = copy(old("ledger/tiny"), folder.resolve("tiny"));
    Cli.Result own =
        Cli.run("bench", tiny.resolve("suite.yaml"), "--budget", "smoke", "--out", tiny, "--list");
    assertThat(own.exit()).as(own.err()).isZero();
    assertThat(own.out()).contains("2 done, 1 failed");
    Path paper = copy(old("ledger/paper"), folder.resolve("paper"));
    String cells = "E1-tfsno-direct-*-s1,E1-fno-direct-*-s1,E6-tfsno-delta-*-s1";
    Cli.Result main =
        Cli.run("bench", "main", "--budget", "full", "--out", paper, "--only", cells, "--list");
    assertThat(main.exit()).as(main.err()).isZero();
    assertThat(main.out()).contains("3 done").doesNotContain("open", "outdated");
  }

  @Test
  void report_ofAnOldLedger_hasTheOldNumbers() throws IOException {
    assertThat(report("tiny"))
        .contains("`small-fno`", "353", "0.237", "0.806")
        .contains("`small-tfsno`", "3,096", "0.238", "0.808")
        .contains("`E1-broken-direct-smoke-s1`: training diverged in epoch 1");
    // Relative L2 errors at steps 1 and 50: TF-SNO and FNO on E1, direct; TF-SNO on E6, delta.
    assertThat(report("paper"))
        .contains("0.00226", "0.0182")
        .contains("0.00812", "0.0222")
        .contains("0.00516", "0.151");
  }

  /** The page, and the numbers behind it. */
  private String report(String ledger) throws IOException {
    Path page = folder.resolve(ledger + ".md");
    Cli.Result result = Cli.run("report", old("ledger").resolve(ledger), "--markdown", page);
    assertThat(result.exit()).as(result.err()).isZero();
    StringBuilder all = new StringBuilder(Files.readString(page));
    try (Stream<Path> files = Files.list(folder.resolve(ledger))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".csv")).toList()) {
        all.append(Files.readString(file));
      }
    }
    return all.toString();
  }

  private Rollout rollout(Path run, Path input) throws IOException {
    Path out = folder.resolve("predicted.npy");
    Cli.Result result =
        Cli.run("rollout", run, "--device", "cpu", "--input", input, "--steps", 5, "--out", out);
    assertThat(result.exit()).as(result.err()).isZero();
    return Rollout.read(out);
  }

  /** Compares two rollouts, each state of each of them by its own size. */
  private static void assertClose(Rollout actual, Rollout expected, double tolerance) {
    assertThat(actual.shape).isEqualTo(expected.shape);
    int states = expected.shape.get(0) * expected.shape.get(1);
    int size = expected.values.length / states;
    for (int state = 0; state < states; state++) {
      int from = state * size;
      double largest =
          IntStream.range(from, from + size)
              .mapToDouble(i -> Math.abs(expected.values[i]))
              .max()
              .orElseThrow();
      for (int i = from; i < from + size; i++) {
        assertThat((double) actual.values[i])
            .as("value %d of step %d", i - from, state % expected.shape.get(1))
            .isCloseTo(expected.values[i], within(tolerance * largest));
      }
    }
  }

  private static void assertClose(JsonNode document, String place, double expected) {
    assertThat(document.at(place).asDouble())
        .as(place)
        .isCloseTo(expected, within(ROUNDING * Math.abs(expected)));
  }

  private static JsonNode json(String text) {
    return new ObjectMapper().readTree(text);
  }

  private static String[] lines(Path file) throws IOException {
    return Files.readAllLines(file).toArray(String[]::new);
  }

  private static Path copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path file : all.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
    return to;
  }

  /**
   * The numbers of an NPY file of float32 in C order, read here so that no reader of the program
   * stands between a file and this test.
   */
  private static final class Rollout {
    private static final Pattern SHAPE = Pattern.compile("'shape': \\(([0-9, ]+)\\)");

    private final List<Integer> shape;
    private final float[] values;

    private Rollout(List<Integer> shape, float[] values) {
      this.shape = shape;
      this.values = values;
    }

    static Rollout read(Path file) throws IOException {
      ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
      int start = 10 + bytes.getShort(8);
      String header = new String(bytes.array(), 10, start - 10, StandardCharsets.US_ASCII);
      assertThat(header).contains("'<f4'").contains("'fortran_order': False");
      Matcher shape = SHAPE.matcher(header);
      assertThat(shape.find()).as(header).isTrue();
      FloatBuffer floats =
          bytes.position(start).slice().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
      float[] values = new float[floats.remaining()];
      floats.get(values);
      return new Rollout(
          Stream.of(shape.group(1).split(",")).map(String::strip).map(Integer::valueOf).toList(),
          values);
    }
  }
}
