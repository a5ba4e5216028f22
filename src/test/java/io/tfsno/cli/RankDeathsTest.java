package io.tfsno.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tfsno.Campaign;
import io.tfsno.data.safetensors.Safetensors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two ranks, one of which dies every minute, with {@code -Pcampaign} only. The other ends, the
 * checkpoint is no older than the last that was seen, the group resumes, and no group needs more
 * memory or open files than those before it.
 */
@EnabledOnOs(OS.LINUX)
class RankDeathsTest {
  /** One for every minute; a third of the minutes of the soak. */
  private static final int DEATHS = Campaign.count("soak", 0) / 3;

  private static final long MINUTE = TimeUnit.SECONDS.toNanos(60);

  /** How long a group may take to make an epoch, on a machine with other work. */
  private static final long PATIENCE = TimeUnit.MINUTES.toNanos(5);

  private static final String CONFIG =
      """
      name: ranks
      data: {file: e1.h5}
      model: {name: tfsno, widths: [16, 16, 16], predictDelta: true}
      training: {epochs: 1000000, batch: 16, checkpoint: 0}
      validation: {trajectories: 4, every: 1, horizon: 10}
      """;

  @TempDir private Path folder;
  private Path run;
  private final List<String> samples =
      new ArrayList<>(List.of("death,epoch,rank_a_mib,rank_a_files,rank_b_mib,rank_b_files"));

  @Test
  void ranks_oneOfWhichDiesEveryMinute_loseNothingAndStayFlat() throws Exception {
    assumeTrue(DEATHS > 0, "takes long: -Pcampaign");
    Campaign part = Campaign.of("soak: deaths of one of two ranks", RankDeathsTest.class, DEATHS);
    Path data = folder.resolve("e1.h5");
    Object[] generate = {"data", "generate", "E1", "--profile", "fast", "--train", 64, "--out"};
    assertThat(Cli.run(Stream.concat(Stream.of(generate), Stream.of(data)).toArray()).exit())
        .isZero();
    Cli.write(folder, "ranks.yaml", CONFIG);
    run = folder.resolve("run");
    Random random = new Random(7);
    try {
      for (int death = 1; death <= DEATHS; death++) {
        die(part, random, death);
      }
    } finally {
      Files.write(Campaign.TABLE.resolveSibling("rank-deaths.csv"), samples);
    }
    requireFlat(2);
    requireFlat(3);
  }

  /** One minute of a group, the death of one of its ranks, and what is left of the run. */
  private void die(Campaign part, Random random, int death) throws Exception {
    Object[] launch = {
      "launch", "--ranks", 2, "--timeout", 120, "--rendezvous-timeout", 300, "--", "train"
    };
    Object[] words =
        Files.exists(run.resolve("config.yaml"))
            ? new Object[] {"--resume", run, "--threads", 1}
            : new Object[] {folder.resolve("ranks.yaml"), "--out", run, "--threads", 1};
    Path log = folder.resolve("log");
    int before = epoch();
    long start = System.nanoTime();
    Process launcher = Cli.start(log, Stream.concat(Stream.of(launch), Stream.of(words)).toArray());
    try {
      while (System.nanoTime() - start < MINUTE || epoch() <= before) {
        assertThat(launcher.isAlive() && System.nanoTime() - start < PATIENCE)
            .as(Files.readString(log))
            .isTrue();
        TimeUnit.MILLISECONDS.sleep(200);
      }
      int seen = epoch();
      List<ProcessHandle> ranks = launcher.children().toList();
      assertThat(ranks).as(Files.readString(log)).hasSize(2);
      samples.add(
          death + "," + seen + "," + use(ranks.get(0).pid()) + "," + use(ranks.get(1).pid()));
      ranks.get(random.nextInt(2)).destroyForcibly();
      part.tried(1);
      boolean ended = launcher.waitFor(3, TimeUnit.MINUTES);
      for (ProcessHandle rank : ranks) {
        rank.onExit().get(1, TimeUnit.MINUTES);
      }
      if (ended && launcher.exitValue() != 0 && epoch() >= seen) {
        part.survived(1);
      } else {
        part.lost(1);
        assertThat(epoch()).as(Files.readString(log)).isGreaterThanOrEqualTo(seen);
        assertThat(ended).as(Files.readString(log)).isTrue();
      }
    } finally {
      launcher.descendants().forEach(ProcessHandle::destroyForcibly);
      launcher.destroyForcibly();
    }
  }

  /** The last one that is in a checkpoint. */
  private int epoch() {
    Path checkpoint = run.resolve("training.safetensors");
    return Files.exists(checkpoint)
        ? Integer.parseInt(Safetensors.read(checkpoint).metadata().get("epoch"))
        : 0;
  }

  /** Resident MiB and open files. */
  private static String use(long pid) throws IOException {
    Path process = Path.of("/proc", Long.toString(pid));
    String line =
        Files.readAllLines(process.resolve("status")).stream()
            .filter(l -> l.startsWith("VmRSS"))
            .findFirst()
            .orElseThrow();
    try (Stream<Path> open = Files.list(process.resolve("fd"))) {
      double mebibytes = Long.parseLong(line.replaceAll("\\D", "")) / 1024.0;
      return String.format(Locale.ROOT, "%.1f,%d", mebibytes, open.count());
    }
  }

  /** The groups of the last third needed no more than those before them. */
  private void requireFlat(int column) {
    int third = DEATHS / 3;
    double middle = mean(samples.subList(1 + third, 1 + 2 * third), column);
    double last = mean(samples.subList(1 + 2 * third, samples.size()), column);
    double slack = column == 2 ? 0.05 * middle + 8 : 2;
    assertThat(last).as(samples.toString()).isLessThan(middle + slack);
  }

  private static double mean(List<String> rows, int column) {
    return rows.stream()
        .mapToDouble(row -> Double.parseDouble(row.split(",", -1)[column]))
        .average()
        .orElse(0);
  }
}
