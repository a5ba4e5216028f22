package io.tfsno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.run.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.ObjectMapper;

/** A suite on a machine that fails it: no accident becomes a result, and no work is lost. */
@EnabledOnOs(OS.LINUX)
class BenchFaultTest {
  private static final String SUITE =
      """
      title: tiny
      cells:
        - {datasets: [E1], variants: [small-fno], forms: [direct]}
      variants:
        small-fno: {title: FNO, model: {name: fno, width: 8, modes: 4, layers: 2, head: 8}}
      """;
  private static final String KEY = "E1-small-fno-direct-smoke-e30-s1";
  private static final String LONG_KEY = KEY.replace("e30", "e100000");

  @TempDir private static Path folder;
  private static Path suite;
  private static Path whole;

  @BeforeAll
  static void prepare() throws IOException {
    suite = Cli.write(folder, "tiny.yaml", SUITE);
    whole = folder.resolve("whole");
    assertThat(Cli.run(bench(whole)).exit()).isZero();
  }

  private static Object[] bench(Path out, Object... more) {
    Object[] fixed = {
      "bench", suite, "--budget", "smoke", "--epochs", 30, "--data", folder.resolve("data"), "--out"
    };
    return Stream.of(Stream.of(fixed), Stream.of(out), Stream.of(more))
        .flatMap(words -> words)
        .toArray();
  }

  private static Path entry(Path out) {
    return out.resolve("ledger").resolve(KEY + ".json");
  }

  private static void assertScoredAsWhole(Path out) throws IOException {
    ObjectMapper json = new ObjectMapper();
    assertThat(json.readTree(Files.readAllBytes(entry(out))).get("tests"))
        .isEqualTo(json.readTree(Files.readAllBytes(entry(whole))).get("tests"));
  }

  @Test
  void cell_onAFullDisk_isLeftOpenAndRunsWithRoomAgain() throws Exception {
    Path out = folder.resolve("full");
    Path log = folder.resolve("log-full");
    List<String> limit = List.of("bash", "-c", "ulimit -f 10; exec \"$@\"", "bash");
    Process limited = Cli.start(log, limit, bench(out));
    assertThat(limited.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(limited.exitValue()).as(Files.readString(log)).isEqualTo(2);
    assertThat(Files.readString(log))
        .contains("cannot be written: File too large", "left open", "run the same command again")
        .doesNotContain("\tat ");
    assertThat(entry(out)).doesNotExist();
    assertThat(Cli.run(bench(out, "--list")).out()).contains("1 open");
    Cli.Result again = Cli.run(bench(out));
    assertThat(again.exit()).as(again.err()).isZero();
    assertScoredAsWhole(out);
  }

  @Test
  void cell_thatCannotBeStored_keepsItsCheckpoint() throws IOException {
    Path out = folder.resolve("stuck");
    Path file = Cli.write(folder, "not-a-folder", "");
    Cli.Result stuck = Cli.run(bench(out, "--keep-runs", file));
    assertThat(stuck.exit()).as(stuck.err()).isEqualTo(2);
    assertThat(stuck.err()).contains(KEY + ": " + file.resolve(KEY) + ": cannot be written");
    assertThat(entry(out)).doesNotExist();
    Path run = out.resolve("running").resolve(KEY);
    assertThat(run.resolve("training.safetensors")).exists();
    Path kept = folder.resolve("kept");
    assertThat(Cli.run(bench(out, "--keep-runs", kept)).out())
        .contains("1 run now, 0 of these failed");
    assertThat(run).doesNotExist();
    assertThat(kept).isDirectoryContaining(entry -> entry.endsWith(KEY));
    assertScoredAsWhole(out);
  }

  @Test
  void entry_ofAnAccident_fromAnEarlierVersion_isNoResult() throws IOException {
    Path out = folder.resolve("earlier");
    Files.createDirectories(out.resolve("ledger"));
    String accident =
        Files.readString(entry(whole))
            .replaceAll(",\"checked\":\"crc32c\",\"crc32c\":\"\\w+\"", "")
            .replaceFirst("\"reason\":null", "\"reason\":\"No space left on device\"");
    Files.writeString(entry(out), accident);
    assertThat(Cli.run(bench(out, "--list")).out()).contains("1 open");
    assertThat(Cli.run(bench(out)).out()).contains("1 run now, 0 of these failed");
    assertScoredAsWhole(out);
  }

  @Test
  void cell_inWhoseFolderAnotherProcessTrains_isElsewhereNotFailed() {
    Path out = folder.resolve("occupied");
    Path run = out.resolve("running").resolve(KEY);
    try (RunFolder occupied = RunFolder.create(run, false)) {
      Cli.Result result = Cli.run(bench(out));
      assertThat(result.exit()).as(result.err()).isZero();
      assertThat(result.out()).contains("0 run now", "1 running elsewhere");
      assertThat(occupied.path()).isDirectory();
      assertThat(entry(out)).doesNotExist();
    }
    assertThat(Cli.run(bench(out)).out()).contains("1 run now, 0 of these failed");
  }

  @Test
  void cell_claimedFromAnotherPidNamespace_isNotStolen() throws Exception {
    Assumptions.assumeTrue(mayUnshare(), "needs user namespaces, for processes out of sight");
    Path out = folder.resolve("contained");
    Path log = folder.resolve("log-contained");
    List<String> container = List.of("unshare", "-Urpf", "--mount-proc", "--kill-child");
    Process first = Cli.start(log, container, longBench(out));
    try {
      Path metrics = out.resolve("running").resolve(LONG_KEY).resolve("metrics.jsonl");
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      while (!Files.exists(metrics) && first.isAlive() && System.nanoTime() < deadline) {
        Thread.sleep(5);
      }
      assertThat(metrics).as(Files.readString(log)).exists();
      Cli.Result second = Cli.run(longBench(out));
      assertThat(second.out()).as(second.err()).contains("0 run now", "1 running elsewhere");
      assertThat(first.isAlive()).as(Files.readString(log)).isTrue();
      assertThat(metrics).exists();
    } finally {
      first.destroyForcibly().waitFor();
    }
  }

  private static Object[] longBench(Path out) {
    Object[] words = bench(out);
    words[5] = 100_000;
    return words;
  }

  private static boolean mayUnshare() throws Exception {
    Process trial = new ProcessBuilder("unshare", "-Urpf", "--mount-proc", "true").start();
    return trial.waitFor(10, TimeUnit.SECONDS) && trial.exitValue() == 0;
  }
}
