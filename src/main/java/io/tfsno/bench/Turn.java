package io.tfsno.bench;

import io.tfsno.base.Cancellation;
import io.tfsno.base.UserError;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The right to make a file that several processes may want at once; it ends with the process. */
final class Turn implements AutoCloseable {
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final FileChannel channel;

  private Turn(FileChannel channel) {
    this.channel = channel;
  }

  /** Waits until nobody else has it. */
  static Turn toMake(Path file, Cancellation cancellation) {
    Path lock = file.resolveSibling("." + file.getFileName() + ".lock");
    try {
      Files.createDirectories(lock.toAbsolutePath().getParent());
      FileChannel channel =
          FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      try {
        while (!taken(channel)) {
          cancellation.check();
          LockSupport.parkNanos(LOOK_NANOS);
        }
        return new Turn(channel);
      } catch (IOException | RuntimeException e) {
        channel.close();
        throw e;
      }
    } catch (IOException e) {
      throw new UserError(
          "%s: cannot be locked: %s. Check that the folder may be written to."
              .formatted(lock, e.getMessage()),
          e);
    }
  }

  private static boolean taken(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false; // another thread of this process has it
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      // The right goes with the process.
    }
  }
}
