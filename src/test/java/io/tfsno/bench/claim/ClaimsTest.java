package io.tfsno.bench.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
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
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ClaimsTest {
  @TempDir private Path folder;

  @Test
  void claim_heldByOne_isRefusedToOthersUntilReleased() {
    try (Claims first = new Claims(folder);
        Claims second = new Claims(folder)) {
      assertThat(first.take("a", ClaimsTest::nothing)).isTrue();
      assertThat(second.take("a", ClaimsTest::nothing)).isFalse();
      assertThat(second.running("a")).isTrue();
      assertThat(second.take("b", ClaimsTest::nothing)).isTrue();
      first.release("a");
      assertThat(second.take("a", ClaimsTest::nothing)).isTrue();
      assertThat(first.settle("a", Assertions::fail)).isFalse();
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
        tries.add(() -> claims.take("a", ClaimsTest::nothing));
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
    try (Claims claims = new Claims(folder)) {
      claimOfTheDead(claims, space -> space);
      assertThat(claims.running("a")).isFalse();
      assertThat(claims.take("a", ClaimsTest::nothing)).isTrue();
      assertThat(Files.readAllLines(folder.resolve("a.claim")).get(5)).isEqualTo("8");
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void claim_fromAnotherPidNamespace_isJudgedByItsHeartbeatNotByItsProcessNumber()
      throws Exception {
    AtomicLong nanos = new AtomicLong();
    try (Claims claims = new Claims(folder, new ClaimWatch(nanos::get))) {
      claimOfTheDead(claims, space -> space.replaceFirst("pid:\\[\\d+]", "pid:[1]"));
      assertThat(claims.take("a", ClaimsTest::nothing)).isFalse();
      nanos.addAndGet(Duration.ofMinutes(4).toNanos());
      assertThat(claims.take("a", ClaimsTest::nothing)).isTrue();
    }
  }

  @Test
  void claim_ofAnEarlierVersion_isJudgedByItsHeartbeat() throws Exception {
    try (Claims claims = new Claims(folder)) {
      claimOfTheDead(claims, space -> space);
      Path file = folder.resolve("a.claim");
      Files.write(file, Files.readAllLines(file).subList(0, 4));
      assertThat(claims.take("a", ClaimsTest::nothing)).isFalse();
      touch(file, Duration.ofMinutes(-4));
    }
    try (Claims claims = new Claims(folder)) {
      assertThat(claims.take("a", ClaimsTest::nothing)).isTrue();
    }
  }

  /** A claim "a" like one of ours, but of a process that has ended, the seventh owner. */
  private void claimOfTheDead(Claims claims, UnaryOperator<String> space) throws Exception {
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor();
    assertThat(claims.take("mine", ClaimsTest::nothing)).isTrue();
    List<String> lines = Files.readAllLines(folder.resolve("mine.claim"));
    lines.set(1, Long.toString(gone.pid()));
    lines.set(3, "other");
    lines.set(4, space.apply(lines.get(4)));
    lines.set(5, "7");
    Files.write(folder.resolve("a.claim"), lines);
  }

  @Test
  void owner_takenForDeadByMistake_isToldAndMaySettleNothing() throws Exception {
    List<String> lost = new ArrayList<>();
    try (Claims sleeper = new Claims(folder)) {
      assertThat(sleeper.take("a", () -> lost.add("a"))).isTrue();
      Path file = folder.resolve("a.claim");
      String later = Files.readString(file).replaceFirst("\\n1\\n$", "\n2\n");
      Files.writeString(file, later); // even one of the same process, taken later
      assertThat(sleeper.settle("a", Assertions::fail)).isFalse();
      sleeper.beat();
      sleeper.beat();
      assertThat(lost).containsExactly("a");
      sleeper.release("a");
      assertThat(file).hasContent(later);
    }
  }

  @Test
  void claim_ofAnotherMachine_isTakenOverAfterMinutesOfSilence() throws Exception {
    Path file = foreignClaim();
    try (Claims claims = new Claims(folder)) {
      assertThat(claims.take("a", ClaimsTest::nothing)).isFalse();
    }
    touch(file, Duration.ofMinutes(-4));
    try (Claims claims = new Claims(folder)) {
      assertThat(claims.take("a", ClaimsTest::nothing)).isTrue();
    }
  }

  @Test
  void claim_ofAMachineWhoseClockIsAhead_isTakenOverOnceItIsSilent() throws Exception {
    touch(foreignClaim(), Duration.ofHours(5));
    AtomicLong nanos = new AtomicLong();
    try (Claims claims = new Claims(folder, new ClaimWatch(nanos::get))) {
      assertThat(claims.take("a", ClaimsTest::nothing)).isFalse();
      nanos.addAndGet(Duration.ofMinutes(2).toNanos());
      assertThat(claims.take("a", ClaimsTest::nothing)).isFalse();
      nanos.addAndGet(Duration.ofMinutes(2).toNanos());
      assertThat(claims.take("a", ClaimsTest::nothing)).isTrue();
    }
  }

  @Test
  void claim_thatIsTouched_staysHeldWhateverItsClockSays() throws Exception {
    Path file = foreignClaim();
    AtomicLong nanos = new AtomicLong();
    try (Claims claims = new Claims(folder, new ClaimWatch(nanos::get))) {
      for (int minute = 0; minute < 20; minute += 2) {
        // Set back by an hour, then ahead by one, and so on: only that it changes is a sign.
        touch(file, Duration.ofMinutes(minute % 4 == 0 ? minute : minute - 60));
        assertThat(claims.take("a", ClaimsTest::nothing))
            .as("after %d minutes", minute)
            .isEqualTo(false);
        nanos.addAndGet(Duration.ofMinutes(2).toNanos());
      }
    }
  }

  @Test
  void heartbeat_takesTheTimeOfTheFileSystem() throws Exception {
    try (Claims claims = new Claims(folder)) {
      assertThat(claims.take("mine", ClaimsTest::nothing)).isTrue();
      Path file = folder.resolve("mine.claim");
      String text = Files.readString(file);
      touch(file, Duration.ofHours(-9));
      claims.beat();
      Path now = Files.writeString(folder.resolve("now"), "x");
      Duration apart =
          Duration.between(
              Files.getLastModifiedTime(file).toInstant(),
              Files.getLastModifiedTime(now).toInstant());
      assertThat(apart).isLessThan(Duration.ofMinutes(1));
      assertThat(file).hasContent(text);
      assertThat(claims.settle("mine", ClaimsTest::nothing)).isTrue();
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void processStart_isCountedFromTheMachinesStart_notByTheClock() throws Exception {
    Process sleeper = new ProcessBuilder("sleep", "30").start();
    try {
      String start = ProcessStart.of(sleeper.toHandle());
      String boot = Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
      assertThat(start).matches(boot + "\\+\\d+").isEqualTo(ProcessStart.of(sleeper.toHandle()));
      assertThat(start).isNotEqualTo(ProcessStart.of(ProcessHandle.current()));
    } finally {
      sleeper.destroyForcibly().waitFor();
    }
  }

  private Path foreignClaim() throws IOException {
    return Files.writeString(folder.resolve("a.claim"), "elsewhere.example\n1\n?\nother\n");
  }

  private static void nothing() {}

  private static void touch(Path file, Duration fromNow) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().plus(fromNow)));
  }
}
