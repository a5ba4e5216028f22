package io.tfsno.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tfsno.Campaign;
import io.tfsno.data.npy.Npy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * Real processes, killed at random moments from their start on and run again, over and over: what
 * they end with is, bit for bit, what the command gives that nobody disturbs.
 */
@EnabledOnOs(OS.LINUX)
class KilledCommandsTest {
  private static final int KILLS = Campaign.count("kills", 4);

  /** A machine with other work is slow, but not that slow. */
  private static final long PATIENCE_SECONDS = 180;

  private static final String CONFIG =
      """
      name: tiny
      data: {file: e1.h5}
      model: {name: fno, width: 8, modes: 4, predictDelta: true}
      training: {epochs: 60, batch: 4, checkpoint: 0}
      validation: {trajectories: 2, every: 2, horizon: 5}
      """;

  private static final String SUITE =
      """
      title: tiny
      cells:
        - {datasets: [E1], variants: [small-fno], forms: [direct, delta]}
      variants:
        small-fno: {title: FNO, model: {name: fno, width: 8, modes: 4, layers: 2, head: 8}}
      """;

  @TempDir private static Path folder;
  private static Path config;

  /** Something to kill: its words, and whether what it left in a folder is as it should be. */
  private interface Victim {
    Object[] words(Path home) throws IOException;

    void requireWhole(Path home) throws IOException;

    /** Whether a process that was killed had done its work: running it again is refused then. */
    boolean isDone(Path home);
  }

  @BeforeAll
  static void prepare() throws IOException {
    succeed(
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
        folder.resolve("e1.h5"));
    config = Cli.write(folder, "tiny.yaml", CONFIG);
  }

  @Test
  void train_killedAgainAndAgain_endsWithTheSameBits() throws Exception {
    Path whole = folder.resolve("whole");
    succeed("train", config, "--out", whole.resolve("run"));
    killed("trainings", Math.max(1, KILLS / 4), training(whole), 600);
  }

  private static Victim training(Path whole, Object... launcher) {
    return new Victim() {
      @Override
      public Object[] words(Path home) {
        Path run = home.resolve("run");
        boolean begun = Files.exists(run.resolve("config.yaml"));
        Object[] words =
            begun ? new Object[] {"--resume", run} : new Object[] {config, "--out", run};
        Stream<Object> train = Stream.concat(Stream.of("train"), Stream.of(words));
        return Stream.concat(Stream.of(launcher), train).toArray();
      }

      @Override
      public void requireWhole(Path home) throws IOException {
        for (String file : new String[] {"model.safetensors", "training.safetensors"}) {
          Path run = Path.of("run", file);
          requireSame(whole.resolve(run), home.resolve(run));
        }
        assertThat(Files.readAllLines(home.resolve("run/metrics.jsonl"))).hasSize(60);
      }

      @Override
      public boolean isDone(Path home) {
        return false; // a run that has ended may be resumed
      }
    };
  }

  @Test
  void generate_killedAgainAndAgain_endsWithTheSameBytes() throws Exception {
    Object[] set = {
      "data",
      "generate",
      "E1",
      "--train",
      400,
      "--test",
      40,
      "--profile",
      "fast",
      "--threads",
      2,
      "--out"
    };
    Path whole = folder.resolve("whole-set.h5");
    succeed(with(set, whole));
    killed("generations", Math.max(1, KILLS / 4), oneFile(whole, set), 1500);
  }

  @Test
  void import_killedAgainAndAgain_endsWithTheSameBytes() throws Exception {
    int[] shape = {160, 60, 2048};
    float[] values = new float[shape[0] * shape[1] * shape[2]];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) Math.sin(i * 1e-3);
    }
    Path source = folder.resolve("source.npy");
    Npy.write(source, shape, values);
    Object[] words = {
      "data",
      "import",
      source,
      "--axes",
      "N,T,X",
      "--dt",
      0.1,
      "--length",
      1,
      "--boundary",
      "periodic",
      "--fields",
      "u",
      "--split",
      "train:0.8,test:0.2",
      "--out"
    };
    Path whole = folder.resolve("whole-import.h5");
    succeed(with(words, whole));
    killed("imports", Math.max(1, KILLS * 5 / 24), oneFile(whole, words), 300);
  }

  private static Victim oneFile(Path whole, Object... words) {
    return new Victim() {
      @Override
      public Object[] words(Path home) {
        return with(words, home.resolve("set.h5"));
      }

      @Override
      public void requireWhole(Path home) throws IOException {
        requireSame(whole, home.resolve("set.h5"));
        try (Stream<Path> files = Files.list(home)) {
          assertThat(files.map(file -> file.getFileName().toString())).containsExactly("set.h5");
        }
      }

      @Override
      public boolean isDone(Path home) {
        return Files.exists(home.resolve("set.h5"));
      }
    };
  }

  @Test
  void bench_killedAgainAndAgain_endsWithTheSameScores() throws Exception {
    Path suite = Cli.write(folder, "suite.yaml", SUITE);
    Path whole = folder.resolve("whole-suite");
    Victim victim =
        new Victim() {
          @Override
          public Object[] words(Path home) {
            return new Object[] {
              "bench",
              suite,
              "--budget",
              "smoke",
              "--epochs",
              40,
              "--data",
              folder.resolve("data"),
              "--out",
              home.resolve("results")
            };
          }

          @Override
          public boolean isDone(Path home) {
            return false; // a suite that has ended has nothing left to do
          }

          @Override
          public void requireWhole(Path home) throws IOException {
            for (String form : new String[] {"direct", "delta"}) {
              Path entry = Path.of("results/ledger/E1-small-fno-" + form + "-smoke-e40-s1.json");
              assertThat(tests(home.resolve(entry)))
                  .isNotNull()
                  .isEqualTo(tests(whole.resolve(entry)));
            }
          }
        };
    succeed(victim.words(whole));
    killed("suites", Math.max(1, KILLS / 4), victim, 900);
  }

  private static JsonNode tests(Path entry) throws IOException {
    return new ObjectMapper().readTree(Files.readAllBytes(entry)).get("tests");
  }

  @Test
  void ranks_killedAgainAndAgain_endWithTheSameBits() throws Exception {
    assumeTrue(KILLS >= 8, "takes long; LaunchCommandTest has one death of a rank");
    Object[] launch = {"launch", "--ranks", 2, "--timeout", 60, "--rendezvous-timeout", 120, "--"};
    Path whole = folder.resolve("whole-ranks");
    Files.createDirectories(whole);
    Victim victim = training(whole, launch);
    Path log = folder.resolve("log-whole-ranks");
    Process undisturbed = Cli.start(log, victim.words(whole));
    assertThat(undisturbed.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(undisturbed.exitValue()).as(Files.readString(log)).isZero();
    killed("ranks", KILLS / 8, victim, 900);
  }

  /** Kills one process of a command after the other until there were as many kills as asked for. */
  private static void killed(String kind, int kills, Victim victim, int spread) throws Exception {
    Campaign part = Campaign.of("kills: " + kind, KilledCommandsTest.class, kills);
    Random random = new Random(kind.hashCode());
    Path log = folder.resolve("log-" + kind);
    Path home = Files.createDirectory(folder.resolve(kind));
    int unproven = 0;
    int starts = 0;
    for (int kill = 0; kill < kills; ) {
      // A command that ends before its turn is over is proven, and begun anew.
      assertThat(++starts).as("starts of " + kind).isLessThan(5 * kills + 20);
      Process process = Cli.start(log, victim.words(home));
      boolean killed = killAtRandom(process, random, home, spread);
      if (killed) {
        part.tried(1);
        kill++;
        unproven++;
      }
      if (!killed || victim.isDone(home)) {
        prove(part, victim, home, unproven, killed ? 0 : process.exitValue(), log);
        unproven = 0;
        deleteFolder(home);
        Files.createDirectory(home);
      }
    }
    Process last = Cli.start(log, victim.words(home));
    assertThat(last.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    prove(part, victim, home, unproven, last.exitValue(), log);
    deleteFolder(home);
  }

  private static void prove(Campaign part, Victim victim, Path home, int kills, int exit, Path log)
      throws IOException {
    boolean whole = false;
    try {
      assertThat(exit).as(Files.readString(log)).isZero();
      victim.requireWhole(home);
      whole = true;
    } finally {
      if (whole) {
        part.survived(kills);
      } else {
        part.lost(kills);
      }
    }
  }

  /**
   * One kill in four falls anywhere in the start of the process, the others at most {@code spread}
   * milliseconds after it first changed something on the disk.
   *
   * @return false if the command had ended before
   */
  private static boolean killAtRandom(Process process, Random random, Path home, int spread)
      throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    if (random.nextInt(4) == 0) {
      process.waitFor(random.nextInt(1500), TimeUnit.MILLISECONDS);
    } else {
      long before = lastChange(home);
      while (lastChange(home) == before && process.isAlive() && System.nanoTime() < deadline) {
        Thread.sleep(2);
      }
      process.waitFor(random.nextInt(spread), TimeUnit.MILLISECONDS);
    }
    List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
    all.add(process.toHandle());
    all.get(random.nextInt(all.size())).destroyForcibly();
    for (ProcessHandle each : all) { // ranks without their launcher, and the other way round
      each.onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
    return process.waitFor() != 0;
  }

  private static long lastChange(Path home) throws IOException {
    long last = 0;
    try (Stream<Path> files = Files.walk(home)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        last = Math.max(last, Files.getLastModifiedTime(file).to(TimeUnit.NANOSECONDS));
      }
    } catch (NoSuchFileException | UncheckedIOException e) {
      return last; // it was renamed while we looked
    }
    return last;
  }

  private static void requireSame(Path whole, Path found) throws IOException {
    assertThat(Files.mismatch(whole, found)).as(found.toString()).isEqualTo(-1);
  }

  private static void deleteFolder(Path home) throws IOException {
    try (Stream<Path> files = Files.walk(home)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private static void succeed(Object... words) {
    Cli.Result result = Cli.run(words);
    assertThat(result.exit()).as(result.err()).isZero();
  }

  private static Object[] with(Object[] words, Object more) {
    return Stream.concat(Stream.of(words), Stream.of(more)).toArray();
  }
}
