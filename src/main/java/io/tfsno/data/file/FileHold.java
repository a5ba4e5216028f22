package io.tfsno.data.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The right to something that a lock on a file stands for, held by one holder at a time: among the
 * processes of all machines that share the file, and within this one. It ends with the process.
 *
 * <p>POSIX takes all locks on a file from a process that closes any of its channels to that file.
 * So a file that is held here must not even be opened by whoever would like to hold it too.
 */
public final class FileHold implements AutoCloseable {
  private static final Set<Object> HELD_HERE = new HashSet<>();

  private final Object key;
  private final FileChannel channel;

  private FileHold(Object key, FileChannel channel) {
    this.key = key;
    this.channel = channel;
  }

  /** Takes hold of a file, which is made where it is missing; empty if another holder has it. */
  public static Optional<FileHold> tryTake(Path file) throws IOException {
    synchronized (HELD_HERE) {
      Object key = made(file);
      if (HELD_HERE.contains(key)) {
        return Optional.empty();
      }
      FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
      try {
        if (channel.tryLock() != null && key.equals(keyOf(file))) { // else renamed meanwhile
          HELD_HERE.add(key);
          return Optional.of(new FileHold(key, channel));
        }
      } catch (IOException | RuntimeException e) {
        DataFiles.closeQuietly(channel);
        throw e;
      }
      channel.close();
      return Optional.empty();
    }
  }

  /** Whether this very process holds a file; who opens it and closes it again would end that. */
  public static boolean isHeldHere(Path file) {
    synchronized (HELD_HERE) {
      try {
        return HELD_HERE.contains(keyOf(file));
      } catch (IOException e) {
        return false; // there is no such file
      }
    }
  }

  private static Object made(Path file) throws IOException {
    try {
      Files.createFile(file);
    } catch (FileAlreadyExistsException e) {
      // By somebody who held it before, or does now.
    }
    return keyOf(file);
  }

  /** The file itself, whatever path leads to it, without opening it. */
  private static Object keyOf(Path file) throws IOException {
    Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    return key != null ? key : file.toRealPath();
  }

  @Override
  public void close() throws IOException {
    synchronized (HELD_HERE) {
      if (channel.isOpen()) {
        HELD_HERE.remove(key);
        channel.close();
      }
    }
  }
}
