package io.tfsno.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tfsno.Campaign;
import io.tfsno.data.safetensors.Safetensors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * An hour of work, with {@code -Pcampaign} only: {@code bench/soak.sh} trains and serves, and at
 * the same time two ranks train, one of which is killed every minute. Nothing is lost, and neither
 * memory nor open files grow.
 */
@EnabledOnOs(OS.LINUX)
class SoakCampaignTest {
  private static final int MINUTES = Campaign.count("soak", 0);
  private static final Path FOLDER = Path.of("target/soak");
  private static final Path RANKS = FOLDER.resolve("ranks");
  private static final Path SAMPLES = Campaign.TABLE.resolveSibling("soak.csv");

  private final long start = System.nanoTime();
  private final List<String> samples = new ArrayList<>();

  @Test
  void trainingServiceAndRanks_forAnHour_loseNothingAndStayFlat() throws Exception {
    assumeTrue(MINUTES > 0, "takes an hour: -Pcampaign");
    Files.createDirectories(FOLDER);
    deleteFolder(RANKS);
    deleteFolder(FOLDER.resolve("run"));
    Campaign training = Campaign.lasting("soak: epochs of one training", SoakCampaignTest.class);
    Campaign service = Campaign.lasting("soak: requests to one service", SoakCampaignTest.class);
    Campaign ranks = Campaign.lasting("soak: deaths of one of two ranks", SoakCampaignTest.class);
    Process soak = soak();
    try {
      awaitFile(FOLDER.resolve("run/training.safetensors"), soak);
      CompletableFuture<Void> dying = CompletableFuture.runAsync(() -> killRanks(ranks));
      while (soak.isAlive()) {
        TimeUnit.SECONDS.sleep(2);
        training.counted(lines(FOLDER.resolve("run/metrics.jsonl")), 0, 0);
        count(service);
      }
      String log = Files.readString(FOLDER.resolve("soak.log"));
      assertThat(soak.exitValue()).as(log).isZero();
      count(service);
      training.ended();
      service.ended();
      dying.get(10, TimeUnit.MINUTES);
      ranks.ended();
      System.out.println(log);
    } finally {
      soak.descendants().forEach(ProcessHandle::destroy);
      soak.destroy();
      publish();
    }
    requireFlat();
  }

  /** The script, with this build instead of the launcher's. */
  private static Process soak() throws IOException {
    String java = String.join(" ", Cli.command().stream().map(w -> "'" + w + "'").toList());
    java = java.replace("'-XX:TieredStopAtLevel=1' ", "");
    Path command = FOLDER.resolve("tfsno").toAbsolutePath();
    Files.writeString(
        command,
        """
        #!/usr/bin/env bash
        major=17
        . packaging/jvm.sh
        words=(%s)
        exec "${words[0]}" "${flags[@]}" "${words[@]:1}" "$@"
        """
            .formatted(java));
    assertThat(command.toFile().setExecutable(true)).isTrue();
    ProcessBuilder builder =
        new ProcessBuilder("bash", "bench/soak.sh", Integer.toString(MINUTES), FOLDER.toString());
    builder.environment().put("TFSNO", command.toString());
    return builder
        .redirectErrorStream(true)
        .redirectOutput(FOLDER.resolve("soak.log").toFile())
        .start();
  }

  private static void count(Campaign service) throws IOException {
    int answered = 0;
    int refused = 0;
    int lost = 0;
    for (int client = 1; client <= 2; client++) {
      Path answers = FOLDER.resolve("answers." + client);
      for (String status :
          Files.exists(answers) ? Files.readAllLines(answers) : List.<String>of()) {
        if (status.equals("200")) {
          answered++;
        } else if (status.matches("400|404|429|503")) {
          refused++;
        } else {
          lost++;
        }
      }
    }
    service.counted(answered, refused, lost);
  }

  private void killRanks(Campaign part) {
    Random random = new Random(7);
    try {
      long end = start + TimeUnit.MINUTES.toNanos(MINUTES);
      while (System.nanoTime() < end) {
        killOneRank(part, random);
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** One minute of a group of two ranks, the death of one of them, and what is left of the run. */
  private void killOneRank(Campaign part, Random random) throws Exception {
    long over = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    boolean begun = Files.exists(RANKS.resolve("config.yaml"));
    Object[] fixed = {
      "launch", "--ranks", 2, "--timeout", 60, "--rendezvous-timeout", 120, "--", "train"
    };
    Object[] fresh = {FOLDER.resolve("soak.yaml"), "--out", RANKS, "--threads", 1};
    Object[] resumed = {"--resume", RANKS, "--threads", 1};
    Path log = FOLDER.resolve("ranks.log");
    int before = begun ? epoch() : 0;
    Process launcher =
        Cli.start(
            log, Stream.concat(Stream.of(fixed), Stream.of(begun ? resumed : fresh)).toArray());
    try {
      while (System.nanoTime() < over && launcher.isAlive()) {
        TimeUnit.MILLISECONDS.sleep(200);
      }
      assertThat(launcher.isAlive()).as(Files.readString(log)).isTrue();
      int seen = epoch(); // was said to be safe
      List<ProcessHandle> ranks = launcher.children().toList();
      assertThat(ranks).hasSize(2);
      for (int i = 0; i < 2; i++) {
        sample("rank", ranks.get(i).pid());
      }
      ranks.get(random.nextInt(2)).destroyForcibly();
      part.tried(1);
      boolean gone = launcher.waitFor(90, TimeUnit.SECONDS);
      boolean others = ranks.stream().noneMatch(ProcessHandle::isAlive);
      if (gone && others && seen > before && epoch() >= seen) {
        part.survived(1);
      } else {
        part.lost(1);
        throw new IllegalStateException(
            "epochs %d, %d, %d: %s".formatted(before, seen, epoch(), Files.readString(log)));
      }
    } finally {
      launcher.descendants().forEach(ProcessHandle::destroyForcibly);
      launcher.destroyForcibly();
    }
  }

  private static int epoch() {
    Path checkpoint = RANKS.resolve("training.safetensors");
    return Files.exists(checkpoint)
        ? Integer.parseInt(Safetensors.read(checkpoint).metadata().get("epoch"))
        : 0;
  }

  private void sample(String name, long pid) throws IOException {
    Path process = Path.of("/proc", Long.toString(pid));
    List<String> status = Files.readAllLines(process.resolve("status"));
    int files;
    try (Stream<Path> open = Files.list(process.resolve("fd"))) {
      files = (int) open.count();
    }
    samples.add(
        String.format(
            Locale.ROOT,
            "%d,%s,%.1f,%d,%d",
            TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start),
            name,
            number(status, "VmRSS") / 1024.0,
            files,
            number(status, "Threads")));
  }

  private static long number(List<String> status, String name) {
    String line = status.stream().filter(l -> l.startsWith(name)).findFirst().orElseThrow();
    return Long.parseLong(line.replaceAll("\\D", ""));
  }

  /** The script's samples and ours, next to the table. */
  private void publish() throws IOException {
    if (Files.exists(FOLDER.resolve("soak.csv"))) {
      Files.createDirectories(SAMPLES.getParent());
      Files.copy(FOLDER.resolve("soak.csv"), SAMPLES, StandardCopyOption.REPLACE_EXISTING);
      Files.write(SAMPLES, samples, java.nio.file.StandardOpenOption.APPEND);
    }
  }

  /** Each group of ranks lived for a minute: the last third of them needed no more than before. */
  private void requireFlat() {
    int third = samples.size() / 3;
    for (int column : new int[] {2, 3}) {
      double middle = mean(samples.subList(third, 2 * third), column);
      double last = mean(samples.subList(2 * third, samples.size()), column);
      double slack = column == 2 ? 0.05 * middle + 8 : 2;
      assertThat(last).as("column %d of the ranks", column).isLessThan(middle + slack);
    }
  }

  private static double mean(List<String> rows, int column) {
    return rows.stream()
        .mapToDouble(row -> Double.parseDouble(row.split(",", -1)[column]))
        .average()
        .orElse(0);
  }

  private static void awaitFile(Path file, Process process) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
    while (!Files.exists(file) && process.isAlive() && System.nanoTime() < deadline) {
      TimeUnit.MILLISECONDS.sleep(200);
    }
    assertThat(file).exists();
  }

  private static int lines(Path file) throws IOException {
    try (Stream<String> lines = Files.lines(file)) {
      return (int) lines.count();
    }
  }

  private static void deleteFolder(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
