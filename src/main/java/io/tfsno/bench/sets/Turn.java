package io.tfsno.bench.sets;

import io.tfsno.base.Cancellation;
import io.tfsno.base.UserError;
import io.tfsno.data.file.FileHold;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The right to make a file that several processes may want at once; it ends with the process. */
final class Turn implements AutoCloseable {
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final FileHold hold;

  private Turn(FileHold hold) {
    this.hold = hold;
  }

  /** Waits until nobody else has it. */
  static Turn toMake(Path file, Cancellation cancellation) {
    Path lock = file.resolveSibling("." + file.getFileName() + ".lock");
    try {
      Files.createDirectories(lock.toAbsolutePath().getParent());
      Optional<FileHold> hold = FileHold.tryTake(lock);
      while (hold.isEmpty()) {
        cancellation.check();
        LockSupport.parkNanos(LOOK_NANOS);
        hold = FileHold.tryTake(lock);
      }
      return new Turn(hold.get());
    } catch (IOException e) {
      throw new UserError(
          "%s: cannot be locked: %s. Check that the folder may be written to."
              .formatted(lock, e.getMessage()),
          e);
    }
  }

  @Override
  public void close() {
    try {
      hold.close();
    } catch (IOException e) {
      // The right goes with the process.
    }
  }
}
