package io.tfsno.bench.claim;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Tells whether the owner of a claim, on another machine, still touches it, without comparing the
 * clocks of two machines. At first sight the claim's age is measured against a file touched just
 * now in the same folder: both times come from the clock of the file system. From then on only this
 * process's steady clock counts: a claim is silent when its time has not changed for minutes,
 * whatever that time says. So no clock that is wrong, or set anew, keeps a dead claim alive, and
 * only a file system's clock set forward by minutes can make a living one look dead at first sight.
 */
final class ClaimWatch {
  static final Duration SILENCE = Duration.ofMinutes(3);

  private record Sight(FileTime touched, long nanos) {}

  private final LongSupplier steadyNanos;
  private final Map<Path, Sight> seen = new ConcurrentHashMap<>();

  ClaimWatch(LongSupplier steadyNanos) {
    this.steadyNanos = steadyNanos;
  }

  boolean silent(Path claim) throws IOException {
    FileTime touched;
    try {
      touched = Files.getLastModifiedTime(claim);
    } catch (NoSuchFileException e) {
      return true;
    }
    long now = steadyNanos.getAsLong();
    Sight before = seen.get(claim);
    if (before != null && before.touched.equals(touched)) {
      return now - before.nanos > SILENCE.toNanos();
    }
    seen.put(claim, new Sight(touched, now));
    Instant old = folderTime(claim.getParent()).minus(SILENCE);
    return before == null && touched.toInstant().isBefore(old);
  }

  /** What time it is for the file system; our own time where the folder cannot be written to. */
  private static Instant folderTime(Path folder) {
    try {
      Path file = folder.resolve(".clock");
      Files.writeString(file, "x");
      return Files.getLastModifiedTime(file).toInstant();
    } catch (IOException e) {
      return Instant.now();
    }
  }
}
