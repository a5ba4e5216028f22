package io.tfsno.engine.load;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The first use of native libraries, which JavaCPP unpacks into a folder that all processes share:
 * one process at a time, until one has unpacked them all. Ranks that are started together on a
 * fresh machine would else read files that another is still writing.
 */
public final class Unpacking implements AutoCloseable {
  private final Path done;
  private final FileChannel lock;

  private Unpacking(Path done, FileChannel lock) {
    this.done = done;
    this.lock = lock;
  }

  /** Waits for its turn, unless the libraries of this name were unpacked before. */
  public static Unpacking begin(Path folder, String name) {
    Path done = folder.resolve(name + ".unpacked");
    if (Files.exists(done)) {
      return new Unpacking(done, null);
    }
    try {
      Files.createDirectories(folder);
      FileChannel channel =
          FileChannel.open(
              folder.resolve(name + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      channel.lock(); // until the channel is closed
      return new Unpacking(done, channel);
    } catch (IOException e) {
      return new Unpacking(done, null); // not ours to write to: then nothing is unpacked there
    }
  }

  /** Says that all of them are there now. */
  public void complete() {
    if (lock == null) {
      return;
    }
    try {
      Files.writeString(done, "");
    } catch (IOException e) {
      // The next process takes its turn as well.
    }
  }

  @Override
  public void close() {
    if (lock == null) {
      return;
    }
    try {
      lock.close();
    } catch (IOException e) {
      // The lock goes with the process.
    }
  }
}
