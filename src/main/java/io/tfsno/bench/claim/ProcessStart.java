package io.tfsno.bench.claim;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/**
 * When a process was started, as a text that tells it from a later process of the same number. On
 * Linux in ticks since the machine was started: Java's own answer is a time of day, which comes out
 * differently after the clock was set, and a living process would be taken for dead.
 */
final class ProcessStart {
  private static final int START_TICKS = 19; // counted from the state, the first field after ')'

  private ProcessStart() {}

  static String of(ProcessHandle process) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
      // The name before it is in parentheses and may hold anything, spaces and parentheses too.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      return bootId() + "+" + fields[START_TICKS];
    } catch (IOException | IndexOutOfBoundsException e) {
      return process.info().startInstant().map(Instant::toString).orElse("?");
    }
  }

  static String bootId() throws IOException {
    return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
  }
}
