package io.tfsno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.run.RunFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * What real processes leave behind when they run out of disk, may not write or get in each other's
 * way: a message, and files with which the same command ends as if nothing had been.
 */
@EnabledOnOs(OS.LINUX)
class FaultTest {
  private static final String CONFIG =
      """
      name: tiny
      data: {file: e1.h5}
      model: {name: fno, width: 8, modes: 4, predictDelta: true}
      training: {epochs: 30, batch: 4, checkpoint: 0}
      validation: {trajectories: 2, every: 2, horizon: 5}
      """;

  private static final Object[] SET = {
    "data", "generate", "E1", "--train", 400, "--test", 40, "--profile", "fast", "--threads", 2
  };

  @TempDir private static Path folder;
  private static Path config;
  private static Path whole;
  private static Path wholeSet;

  @BeforeAll
  static void prepare() throws IOException {
    Object[] small = {"data", "generate", "E1", "--quick", "--train", 12, "--test", 4};
    succeed(with(small, "--snapshots", 12, "--out", folder.resolve("e1.h5")));
    config = Cli.write(folder, "tiny.yaml", CONFIG);
    whole = folder.resolve("whole");
    succeed("train", config, "--out", whole);
    wholeSet = folder.resolve("whole.h5");
    succeed(with(SET, "--out", wholeSet));
  }

  @Test
  void generate_stoppedBetweenSealAndName_needsOnlyTheName() throws Exception {
    Path part = folder.resolve("sealed.h5.part");
    Files.copy(wholeSet, part);
    succeed(with(SET, "--out", folder.resolve("sealed.h5")));
    assertThat(Files.mismatch(wholeSet, folder.resolve("sealed.h5"))).isEqualTo(-1);
    assertThat(part).doesNotExist();
  }

  @Test
  void generate_stoppedWhileItsPartWasBegun_startsAgain() throws Exception {
    byte[] bytes = Files.readAllBytes(wholeSet);
    System.arraycopy("UNSEALED".getBytes(StandardCharsets.US_ASCII), 0, bytes, 0, 8);
    Path out = folder.resolve("begun.h5");
    for (int length : new int[] {0, 200}) {
      Files.write(folder.resolve("begun.h5.part"), Arrays.copyOf(bytes, length));
      Files.writeString(folder.resolve("begun.h5.part.json"), "{\"batches\":5,\"done\":[0,1,2]}");
      succeed(with(SET, "--out", out));
      assertThat(Files.mismatch(wholeSet, out)).as("begun with %d bytes", length).isEqualTo(-1);
      Files.delete(out);
    }
  }

  @Test
  void train_onAFullDisk_keepsTheOldCheckpointAndGoesOnLater() throws Exception {
    Path run = folder.resolve("full");
    Path log = folder.resolve("log-full");
    long checkpoint = Files.size(whole.resolve("training.safetensors")) / 1024;
    // The weights fit, the checkpoint does not: it is three times as large.
    Process limited = limited(log, checkpoint * 2 / 3, "train", config, "--out", run);
    assertThat(limited.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(limited.exitValue()).as(Files.readString(log)).isEqualTo(2);
    assertThat(Files.readString(log))
        .contains("training.safetensors: cannot be written: File too large")
        .doesNotContain("\tat ");
    assertNoParts("full");
    succeed("train", "--resume", run);
    assertSameRun(run);
  }

  @Test
  void generate_onAFullDisk_saysSoAndGoesOnLater() throws Exception {
    Path out = folder.resolve("full.h5");
    Path log = folder.resolve("log-full-set");
    Process limited = limited(log, Files.size(wholeSet) / 2048, with(SET, "--out", out));
    assertThat(limited.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(limited.exitValue()).as(Files.readString(log)).isEqualTo(2);
    assertThat(Files.readString(log)).contains("cannot be written: File too large");
    assertThat(out).doesNotExist();
    succeed(with(SET, "--out", out));
    assertThat(Files.mismatch(wholeSet, out)).isEqualTo(-1);
  }

  @Test
  void train_onADiskThatIsReallyFull_keepsTheOldCheckpointAndGoesOnLater() throws Exception {
    Assumptions.assumeTrue(mayMount(), "needs user namespaces, to mount a small disk");
    Path run = folder.resolve("tmpfs-run");
    Path log = folder.resolve("log-tmpfs");
    Path mount = Files.createDirectory(folder.resolve("mount"));
    long bytes = Files.size(whole.resolve("training.safetensors"));
    String script =
        "mount -t tmpfs -o size=%d none %s && \"$@\"; code=$?; cp -r %s/run %s; exit $code"
            .formatted(bytes * 3 / 2, mount, mount, run);
    Process process =
        Cli.start(
            log,
            List.of("unshare", "-Urm", "bash", "-c", script, "bash"),
            "train",
            config,
            "--out",
            mount.resolve("run"));
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(log)).isEqualTo(2);
    assertThat(Files.readString(log)).contains("No space left on device").doesNotContain("\tat ");
    assertNoParts("tmpfs-run");
    succeed("train", "--resume", run);
    assertSameRun(run);
  }

  @Test
  void folders_thatMayNotBeWrittenTo_areToldAndLeftAlone() throws IOException {
    Path forbidden = Path.of("/sys/kernel"); // closed even to root
    for (Cli.Result result :
        List.of(
            Cli.run("train", config, "--out", forbidden.resolve("run")),
            Cli.run(with(SET, "--out", forbidden.resolve("e1.h5"))),
            Cli.run("export", whole, "--out", forbidden.resolve("model")),
            Cli.run("bench", "main", "--budget", "smoke", "--out", forbidden.resolve("results")))) {
      assertThat(result.exit()).as(result.err()).isEqualTo(2);
      assertThat(result.err()).contains("/sys/kernel").doesNotContain("\tat ");
    }
  }

  @Test
  void run_whoseFolderWasClosed_isNotResumed() throws IOException {
    Path run = folder.resolve("closed");
    succeed("train", config, "--set", "training.epochs=1", "--out", run);
    Files.delete(run.resolve(".lock"));
    assertThat(run.toFile().setWritable(false)).isTrue();
    try {
      Assumptions.assumeFalse(Files.isWritable(run), "root may write anywhere");
      Cli.Result result = Cli.run("train", "--resume", run);
      assertThat(result.exit()).isEqualTo(2);
      assertThat(result.err()).contains("cannot be written: permission denied");
    } finally {
      assertThat(run.toFile().setWritable(true)).isTrue();
    }
  }

  @Test
  void train_whereAnotherProcessTrains_isRefused() throws Exception {
    Path run = folder.resolve("shared");
    Path log = folder.resolve("log-shared");
    Process first =
        Cli.start(log, "train", config, "--set", "training.epochs=100000", "--out", run);
    try {
      await(first, () -> Files.exists(run.resolve("training.safetensors")));
      for (Cli.Result second :
          List.of(
              Cli.run("train", "--resume", run),
              Cli.run("train", config, "--force", "--out", run))) {
        assertThat(second.exit()).isEqualTo(2);
        assertThat(second.err()).contains(run + ": another process is training there.");
      }
      assertThat(first.isAlive()).as(Files.readString(log)).isTrue();
      assertThat(run.resolve("training.safetensors")).exists();
    } finally {
      first.destroyForcibly().waitFor();
    }
  }

  @Test
  void lock_refusedWithinItsProcess_staysWithTheFirstHolder() throws Exception {
    try (RunFolder first = RunFolder.resume(whole)) {
      assertThat(Cli.run("train", "--resume", first.path()).exit()).isEqualTo(2);
      Path log = folder.resolve("log-lock");
      Process other = Cli.start(log, "train", "--resume", whole);
      assertThat(other.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(other.exitValue()).as(Files.readString(log)).isEqualTo(2);
      assertThat(Files.readString(log)).contains("another process is training there");
    }
  }

  @Test
  void train_askedToEnd_savesAndExitsAsDocumented() throws Exception {
    Path run = folder.resolve("ended");
    Path log = folder.resolve("log-ended");
    Process process =
        Cli.start(log, "train", config, "--set", "training.epochs=100000", "--out", run);
    await(process, () -> Files.exists(run.resolve("training.safetensors")));
    process.destroy(); // SIGTERM
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(log)).isEqualTo(130);
    assertThat(Files.readString(log)).contains("interrupted; the last checkpoint is in " + run);
  }

  @Test
  void rank_whoseLauncherIsGoneBeforeItLooks_ends() throws Exception {
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor();
    List<String> orphan = List.of("env", "TFSNO_LAUNCHER=" + gone.pid());
    Path run = folder.resolve("orphan");
    Path log = folder.resolve("log-orphan");
    Process rank = Cli.start(log, orphan, "train", config, "--out", run);
    assertThat(rank.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(rank.exitValue()).as(Files.readString(log)).isEqualTo(130);
    assertThat(run).doesNotExist();
  }

  @Test
  void report_onAFullDisk_keepsTheOldOne() throws Exception {
    Path page = Cli.write(folder, "report.html", "the old report");
    Path log = folder.resolve("log-report");
    Process limited = limited(log, 20, "report", whole, "--out", page, "--force");
    assertThat(limited.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(limited.exitValue()).as(Files.readString(log)).isEqualTo(2);
    assertThat(Files.readString(log)).contains("report.html: cannot be written: File too large");
    assertThat(page).hasContent("the old report");
    assertNoParts("report.html");
  }

  @Test
  void generate_whereAnotherProcessGenerates_isRefused() throws Exception {
    Path out = folder.resolve("shared.h5");
    Object[] words = {"data", "generate", "E3", "--train", 100_000, "--test", 0, "--out", out};
    Path log = folder.resolve("log-shared-set");
    Process first = Cli.start(log, words);
    try {
      // Its file is there before it is locked; the first trajectories are written after that.
      await(first, () -> read(log).contains("trajectories (train"));
      for (Cli.Result second : List.of(Cli.run(words), Cli.run(with(words, "--force")))) {
        assertThat(second.exit()).as(second.err()).isEqualTo(2);
        assertThat(second.err()).contains("shared.h5.part").contains("another process is writing");
      }
      Cli.Result other = Cli.run(with(SET, "--force", "--out", out));
      assertThat(other.err()).contains("another process is writing");
      assertThat(first.isAlive()).isTrue();
    } finally {
      first.destroyForcibly().waitFor();
    }
  }

  private static void assertSameRun(Path run) throws IOException {
    for (String file : new String[] {"model.safetensors", "training.safetensors"}) {
      assertThat(Files.mismatch(whole.resolve(file), run.resolve(file))).as(file).isEqualTo(-1);
    }
    assertThat(Files.readAllLines(run.resolve("metrics.jsonl"))).hasSize(30);
  }

  private static void assertNoParts(String name) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      assertThat(files.filter(f -> f.toString().contains(name)).map(Path::toString))
          .noneMatch(f -> f.contains(".part"));
    }
  }

  private static String read(Path log) {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void await(Process process, BooleanSupplier condition) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(90);
    while (!condition.getAsBoolean() && process.isAlive() && System.nanoTime() < deadline) {
      Thread.sleep(10);
    }
    assertThat(condition.getAsBoolean()).isTrue();
  }

  /**
   * A process no file of which may grow beyond a limit: the nearest to a full disk without root.
   */
  private static Process limited(Path log, long kibibytes, Object... words) throws IOException {
    List<String> shell = List.of("bash", "-c", "ulimit -f " + kibibytes + "; exec \"$@\"", "bash");
    return Cli.start(log, shell, words);
  }

  private static boolean mayMount() throws Exception {
    Process trial =
        new ProcessBuilder("unshare", "-Urm", "mount", "-t", "tmpfs", "none", "/mnt")
            .redirectErrorStream(true)
            .start();
    return trial.waitFor(10, TimeUnit.SECONDS) && trial.exitValue() == 0;
  }

  private static void succeed(Object... words) {
    Cli.Result result = Cli.run(words);
    assertThat(result.exit()).as(result.err()).isZero();
  }

  private static Object[] with(Object[] words, Object... more) {
    return Stream.concat(Stream.of(words), Stream.of(more)).toArray();
  }
}
