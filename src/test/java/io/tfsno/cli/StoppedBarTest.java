package io.tfsno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.OtherJvm;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A progress bar that is cut off by a signal. */
class StoppedBarTest {
  @TempDir private Path folder;

  @Test
  void message_afterAStop_beginsOnALineOfItsOwn() throws Exception {
    Path log = folder.resolve("log");
    List<String> command =
        OtherJvm.command(
            List.of("-Dtfsno.terminal=true"),
            Main.class,
            "data",
            "generate",
            "E1",
            "--train",
            4000,
            "--test",
            10,
            "--profile",
            "fast",
            "--out",
            folder.resolve("e1.h5"));
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    long last = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!text(log).contains("\r") && System.nanoTime() < last) {
      Thread.sleep(20);
    }
    process.destroy();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(text(log)).contains("\u001b[K\ntfsno: ");
  }

  private static String text(Path log) throws Exception {
    return Files.readString(log, StandardCharsets.UTF_8);
  }
}
