package io.tfsno.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectorySet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

class DataCommandTest {
  @TempDir private Path folder;

  @Test
  void generate_smallSet_holdsBothSplitsAndTheirProvenance() {
    Path out = folder.resolve("e2.h5");

    assertThat(generate(out, "E2", "--train", 3, "--test", 2, "--snapshots", 4).exit()).isZero();

    try (TrajectoryFile file = TrajectoryFile.open(out)) {
      assertThat(file.groups()).containsExactlyInAnyOrder("train", "test");
      TrajectorySet train = file.set("train");
      TrajectorySet test = file.set("test");
      assertThat(train.grid().points().toArray()).containsExactly(256);
      assertThat(test.grid().points().toArray()).containsExactly(1024);
      assertThat(train.trajectories()).isEqualTo(3);
      assertThat(train.attributes())
          .containsEntry("benchmark", "E2")
          .containsEntry("equation", "allen_cahn1d")
          .containsEntry("D", 5e-5)
          .containsEntry("profile", "fast")
          .containsEntry("master_seed", 20260101L);
      assertThat(test.attributes()).containsEntry("profile", "reference");
      assertThat(train.read(0, 1, 0, 1)).isNotEqualTo(test.read(0, 1, 0, 1));
    }
  }

  @Test
  void generate_trajectory_dependsOnItsIndexOnly() {
    Path few = folder.resolve("few.h5");
    Path many = folder.resolve("many.h5");
    generate(few, "E4", "--quick", "--train", 1, "--test", 0, "--snapshots", 3);
    generate(many, "E4", "--quick", "--train", 7, "--test", 0, "--snapshots", 3);

    try (TrajectoryFile a = TrajectoryFile.open(few);
        TrajectoryFile b = TrajectoryFile.open(many)) {
      float[] alone = a.set("train").read(0, 1, 0, 3);
      float[] together = b.set("train").read(0, 1, 0, 3);
      for (int i = 0; i < alone.length; i++) {
        // Float64 rounding differs with the partner in a pair; after rounding to float32 at most
        // one ulp.
        assertThat(together[i]).isCloseTo(alone[i], within(Math.ulp(1f)));
      }
    }
  }

  @Test
  void generate_killedAtAnyMoment_continuesToTheSameBytes() throws Exception {
    Object[] request = {"E1", "--train", 1200, "--test", 0, "--profile", "fast", "--threads", 2};
    Path whole = folder.resolve("whole.h5");
    assertThat(generate(whole, request).exit()).isZero();
    Path out = folder.resolve("killed.h5");
    Path part = folder.resolve("killed.h5.part");
    Path journal = folder.resolve("killed.h5.part.json");

    Object[] words = command(out, request);
    Process process = Cli.start(folder.resolve("log"), words);
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!Files.exists(journal) && process.isAlive() && System.nanoTime() < deadline) {
      Thread.sleep(5);
    }
    process.destroyForcibly().waitFor();
    Assumptions.assumeTrue(Files.exists(journal), "it finished before it could be killed");
    assertThat(out).doesNotExist();
    Cli.Result unfinished = Cli.run("data", "inspect", part);
    assertThat(unfinished.exit()).isEqualTo(2);
    assertThat(unfinished.err()).contains("never finished");

    Cli.Result resumed = Cli.run(words);

    assertThat(resumed.exit()).isZero();
    assertThat(resumed.out()).contains("were finished by an earlier run");
    assertThat(Files.mismatch(whole, out)).isEqualTo(-1);
    assertThat(part).doesNotExist();
    assertThat(journal).doesNotExist();
  }

  @Test
  void generate_interrupted_exits130AndKeepsWhatIsDone() throws Exception {
    Path out = folder.resolve("e3.h5");
    Path log = folder.resolve("log");
    // Where the tests run in the background the signal is ignored, by what they start as well.
    List<String> hearing = List.of("env", "--default-signal=INT");
    Process process = Cli.start(log, hearing, command(out, "E3", "--train", 100000, "--test", 0));
    Path journal = folder.resolve("e3.h5.part.json");
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(90);
    while (!Files.exists(journal) && System.nanoTime() < deadline) {
      Thread.sleep(20);
    }
    new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();

    // The batch at work is finished first: seconds, or a minute on a busy machine.
    assertThat(process.waitFor(180, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(130);
    assertThat(Files.readString(log)).contains("Run the same command again to continue");
    assertThat(out).doesNotExist();
  }

  @Test
  void generate_overPartOfOtherSettings_asksFirst() throws IOException {
    Path out = folder.resolve("e1.h5");
    Files.write(folder.resolve("e1.h5.part"), new byte[100]);

    Cli.Result refused = generate(out, "E1", "--quick", "--train", 2, "--test", 0);
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("Use the settings it was started with", "add --force");

    assertThat(generate(out, "E1", "--quick", "--train", 2, "--test", 0, "--force").exit())
        .isZero();
  }

  @Test
  void generate_intoAFolderThatIsNotThereYet_createsIt() throws IOException {
    Path out = folder.resolve("new/data/e1.h5");
    assertThat(generate(out, "E1", "--quick", "--train", 1, "--test", 0).exit()).isZero();
    assertThat(out).exists();

    Path file = Cli.write(folder, "file", "not a folder");
    Cli.Result refused = generate(file.resolve("e1.h5"), "E1", "--quick");
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("cannot be written");
  }

  @Test
  void generate_wrongInput_isOneMessageAndExitTwo() {
    Path out = folder.resolve("x.h5");
    assertThat(generate(out, "E7").err()).contains("unknown benchmark 'E7'");
    assertThat(generate(out, "E1", "--reynolds", 500).err())
        .contains("expected a benchmark with a Reynolds number (E6), found E1", "--reynolds");
    assertThat(generate(out, "E6", "--reynolds", -1).err()).contains("Reynolds number > 0");
    assertThat(generate(out, "E1", "--train", -4).err())
        .contains("trajectory counts >= 0", "--train");
    assertThat(generate(out, "E1", "--profile", "slow").err()).contains("reference, fast or quick");
    assertThat(generate(out, "E1", "--train", "many").err()).contains("'many' is not an int");
    assertThat(generate(out, "E1", "--device", "cuda:9").err())
        .contains("CUDA device 9", "--device");
    assertThat(Cli.run("data", "generate", "E1").err()).contains("--out");
    assertThat(Cli.run("data").exit()).isEqualTo(2);
    assertThat(out).doesNotExist();
  }

  @Test
  void generate_diskFull_saysSo() throws IOException {
    Path full = Path.of("/dev/full");
    Assumptions.assumeTrue(Files.exists(full), "needs /dev/full");
    Files.createSymbolicLink(folder.resolve("x.h5.part"), full);

    Cli.Result result =
        generate(folder.resolve("x.h5"), "E1", "--quick", "--train", 2, "--test", 0, "--force");

    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err()).contains("No space left on device");
  }

  @Test
  void inspect_json_isOneDocumentWithTheDrift() {
    Path out = folder.resolve("e1.h5");
    generate(out, "E1", "--quick", "--train", 4, "--test", 2);

    Cli.Result result = Cli.run("data", "inspect", out, "--json");

    JsonNode document = new ObjectMapper().readTree(result.out());
    assertThat(document.size()).isEqualTo(2);
    JsonNode drift = document.get(0).get("summary").get("drift");
    double before = drift.get(0).get("energy").asDouble();
    double after = drift.get(drift.size() - 1).get("energy").asDouble();
    assertThat(after).isLessThan(before); // viscosity
  }

  @Test
  void inspect_figure_isDrawnOnceAndNotOverwritten() {
    Path out = folder.resolve("e4.h5");
    Path figure = folder.resolve("e4.svg");
    generate(out, "E4", "--quick", "--train", 2, "--test", 1);

    assertThat(Cli.run("data", "inspect", out, "--figure", figure).exit()).isZero();
    assertThat(figure).content().startsWith("<svg").contains("Power spectrum");
    assertThat(Cli.run("data", "inspect", out, "--figure", figure).err()).contains("--force");
    assertThat(Cli.run("data", "inspect", out, "--figure", folder.resolve("a.bmp")).err())
        .contains("*.svg");
  }

  @Test
  void compare_twoReynoldsNumbers_sharesTheFirstStatesAndDriftsApart() {
    Path slow = folder.resolve("re500.h5");
    Path fast = folder.resolve("re1000.h5");
    generate(slow, "E6", "--quick", "--train", 0, "--test", 3, "--snapshots", 4, "--reynolds", 500);
    generate(fast, "E6", "--quick", "--train", 0, "--test", 2, "--snapshots", 6);

    JsonNode found =
        new ObjectMapper().readTree(Cli.run("data", "compare", slow, fast, "--json").out());

    assertThat(found.get("trajectories").asInt()).isEqualTo(2);
    JsonNode relative = found.get("relative_l2");
    assertThat(relative.size()).isEqualTo(4);
    assertThat(relative.get(0).asDouble()).isZero();
    assertThat(relative.get(3).asDouble()).isGreaterThan(relative.get(1).asDouble());
    assertThat(relative.get(3).asDouble())
        .isCloseTo(meanDistance(slow, fast, 3), within(1e-9)); // the same sums in another order
    assertThat(Cli.run("data", "compare", fast, fast).out())
        .contains("mean over steps 1 to 5: 0.000");
  }

  private static double meanDistance(Path first, Path second, int step) {
    try (TrajectoryFile a = TrajectoryFile.open(first);
        TrajectoryFile b = TrajectoryFile.open(second)) {
      double sum = 0;
      for (int i = 0; i < 2; i++) {
        float[] x = a.set("test").read(i, 1, step, 1);
        float[] y = b.set("test").read(i, 1, step, 1);
        double apart = 0;
        double whole = 0;
        for (int j = 0; j < x.length; j++) {
          apart = Math.hypot(apart, (double) x[j] - y[j]);
          whole = Math.hypot(whole, y[j]);
        }
        sum += apart / whole / 2;
      }
      return sum;
    }
  }

  @Test
  void compare_differentGridsOrAnUnknownSet_isOneMessage() {
    Path line = folder.resolve("e1.h5");
    Path plane = folder.resolve("e4.h5");
    generate(line, "E1", "--quick", "--train", 1, "--test", 1);
    generate(plane, "E4", "--quick", "--train", 1, "--test", 1);

    Cli.Result result = Cli.run("data", "compare", line, plane);

    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err()).contains("same fields", "256 points", "64 x 64 points");
    Cli.Result misspelt = Cli.run("data", "compare", line, line, "--split", "tset");
    assertThat(misspelt.exit()).isEqualTo(2);
    assertThat(misspelt.err()).contains("tset", "test");
  }

  @Test
  void inspect_wrongFiles_areOneMessage() throws IOException {
    Path foreign = Cli.write(folder, "foreign.h5", "this is not HDF5 at all, just text");
    Path whole = folder.resolve("whole.h5");
    generate(whole, "E1", "--quick", "--train", 2, "--test", 0);
    Path cut = folder.resolve("cut.h5");
    Files.write(cut, Arrays.copyOf(Files.readAllBytes(whole), 3000));

    for (Path file : new Path[] {foreign, cut, folder.resolve("absent.h5"), folder}) {
      Cli.Result result = Cli.run("data", "inspect", file);
      assertThat(result.exit()).as(file.toString()).isEqualTo(2);
      assertThat(result.err()).contains(file.toString()).doesNotContain("\tat ");
    }
  }

  private Cli.Result generate(Path out, Object... words) {
    return Cli.run(command(out, words));
  }

  private static Object[] command(Path out, Object... words) {
    Object[] all = new Object[words.length + 4];
    all[0] = "data";
    all[1] = "generate";
    System.arraycopy(words, 0, all, 2, words.length);
    all[words.length + 2] = "--out";
    all[words.length + 3] = out;
    return all;
  }
}
