package io.tfsno.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tfsno.Campaign;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * An hour of work, with {@code -Pcampaign} only: {@code bench/soak.sh} trains and serves at the
 * same time. Nothing is lost, and neither memory nor open files grow.
 */
@EnabledOnOs(OS.LINUX)
class SoakCampaignTest {
  private static final int MINUTES = Campaign.count("soak", 0);
  private static final Path FOLDER = Path.of("target/soak");
  private static final Path SAMPLES = Campaign.TABLE.resolveSibling("soak.csv");

  @Test
  void trainingAndService_forAnHour_loseNothingAndStayFlat() throws Exception {
    assumeTrue(MINUTES > 0, "takes an hour: -Pcampaign");
    Files.createDirectories(FOLDER);
    deleteFolder(FOLDER.resolve("run"));
    Campaign training = Campaign.lasting("soak: epochs of one training", SoakCampaignTest.class);
    Campaign service = Campaign.lasting("soak: requests to one service", SoakCampaignTest.class);
    Process soak = soak();
    try {
      awaitFile(FOLDER.resolve("run/training.safetensors"), soak);
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
      System.out.println(log);
    } finally {
      soak.descendants().forEach(ProcessHandle::destroy);
      soak.destroy();
      publish();
    }
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

  /** The script's samples, next to the table. */
  private static void publish() throws IOException {
    if (Files.exists(FOLDER.resolve("soak.csv"))) {
      Files.createDirectories(SAMPLES.getParent());
      Files.copy(FOLDER.resolve("soak.csv"), SAMPLES, StandardCopyOption.REPLACE_EXISTING);
    }
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
