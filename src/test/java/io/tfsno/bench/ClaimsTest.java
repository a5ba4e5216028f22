package io.tfsno.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClaimsTest {
  @TempDir private Path folder;

  @Test
  void claim_heldByOne_isRefusedToOthersUntilReleased() {
    try (Claims first = new Claims(folder);
        Claims second = new Claims(folder)) {
      assertThat(first.take("a")).isTrue();
      assertThat(second.take("a")).isFalse();
      assertThat(second.running("a")).isTrue();
      assertThat(second.take("b")).isTrue();
      first.release("a");
      assertThat(second.take("a")).isTrue();
      assertThat(first.holds("a")).isFalse();
    }
    assertThat(folder).isDirectoryNotContaining("glob:**.claim");
  }

  @Test
  void claim_wantedByMany_goesToOne() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try (Claims first = new Claims(folder);
        Claims second = new Claims(folder)) {
      List<Callable<Boolean>> tries = new ArrayList<>();
      for (int i = 0; i < 64; i++) {
        Claims claims = i % 2 == 0 ? first : second;
        tries.add(() -> claims.take("a"));
      }
      int taken = 0;
      for (Future<Boolean> result : threads.invokeAll(tries)) {
        taken += result.get() ? 1 : 0;
      }
      assertThat(taken).isEqualTo(1);
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void claim_ofAProcessThatHasEnded_isTakenOver() throws Exception {
    Process gone = new ProcessBuilder("true").start();
    try (Claims claims = new Claims(folder)) {
      assertThat(claims.take("mine")).isTrue();
      String host = Files.readAllLines(folder.resolve("mine.claim")).get(0);
      gone.waitFor();
      Files.writeString(
          folder.resolve("a.claim"), "%s\n%d\n?\nother\n".formatted(host, gone.pid()));
      assertThat(claims.running("a")).isFalse();
      assertThat(claims.take("a")).isTrue();
    }
  }

  @Test
  void claim_ofAnotherMachine_isTakenOverAfterMinutesOfSilence() throws Exception {
    Path file = Files.writeString(folder.resolve("a.claim"), "elsewhere.example\n1\n?\nother\n");
    try (Claims claims = new Claims(folder)) {
      assertThat(claims.take("a")).isFalse();
      Instant longAgo = Instant.now().minus(Duration.ofMinutes(4));
      Files.setLastModifiedTime(file, FileTime.from(longAgo));
      assertThat(claims.take("a")).isTrue();
      assertThat(folder).isDirectoryNotContaining("glob:**.clock*");
    }
  }
}
