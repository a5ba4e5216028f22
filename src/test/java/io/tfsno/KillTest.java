package io.tfsno;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.base.ConfigReader;
import io.tfsno.bench.Ledger;
import io.tfsno.data.safetensors.Safetensors;
import io.tfsno.run.RunFolder;
import io.tfsno.train.TrainConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * kill -9 at random moments of writing: what is on the disk is the last version that was said to be
 * safe, or the one after it, whole.
 */
class KillTest {
  /** How often the writer of each file is killed: more with {@code -Pcampaign}. */
  private static final int KILLS = Math.min(60, Campaign.count("kills", 4));

  private final Campaign part = Campaign.of("kills: writers of files", KillTest.class, 3 * KILLS);

  @TempDir Path folder;

  @Test
  void checkpoint_killedWhileWritten_isOldOrNew() throws Exception {
    Path file = folder.resolve(RunFolder.TRAINING);
    for (int kill = 0; kill < KILLS; kill++) {
      int safe = killed("checkpoint", kill);
      Safetensors read = Safetensors.read(file);
      int found = Integer.parseInt(read.metadata().get("epoch"));
      assertThat(found).isBetween(safe, safe + 1);
      for (String name : read.names()) {
        assertThat(read.get(name).values()).hasSize(CrashingWriter.NUMBERS).containsOnly(found);
      }
      part.survived(1);
    }
  }

  @Test
  void ledger_killedWhileWritten_isOldOrNew() throws Exception {
    for (int kill = 0; kill < KILLS; kill++) {
      int safe = killed("ledger", kill);
      Ledger ledger = new Ledger(folder);
      assertThat(ledger.all()).hasSize(1); // parts of entries are not taken for entries
      assertThat(Integer.parseInt(ledger.find(CrashingWriter.KEY).title()))
          .isBetween(safe, safe + 1);
      part.survived(1);
    }
  }

  @Test
  void config_killedWhileWritten_isOldOrNewAndItsLockIsGone() throws Exception {
    Path run = folder.resolve("run");
    for (int kill = 0; kill < KILLS; kill++) {
      int safe = killed("config", kill);
      TrainConfig config = ConfigReader.read(run.resolve(RunFolder.CONFIG), TrainConfig.class);
      assertThat(config.name()).isIn("v" + safe, "v" + (safe + 1));
      RunFolder.resume(run).close();
      part.survived(1);
    }
  }

  /** Starts a writer, kills it at a random moment, and returns the last number it said. */
  private int killed(String kind, int seed) throws Exception {
    Path log = folder.resolve("log-" + kind);
    Process process =
        new ProcessBuilder(
                OtherJvm.command(
                    List.of("-Xshare:auto", "-XX:TieredStopAtLevel=1"),
                    CrashingWriter.class,
                    kind,
                    folder))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      while (said(log) == 0 && process.isAlive() && System.nanoTime() < deadline) {
        Thread.sleep(1);
      }
      Thread.sleep(new Random(seed).nextInt(80), new Random(seed + 99).nextInt(1_000_000));
    } finally {
      process.destroyForcibly().waitFor();
    }
    part.tried(1);
    int said = said(log);
    assertThat(said).as(Files.readString(log)).isPositive();
    return said;
  }

  private static int said(Path log) throws IOException {
    if (!Files.exists(log)) {
      return 0;
    }
    String text = Files.readString(log);
    List<String> whole = text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    return whole.isEmpty() || !whole.get(whole.size() - 1).matches("\\d+")
        ? 0
        : Integer.parseInt(whole.get(whole.size() - 1));
  }
}
