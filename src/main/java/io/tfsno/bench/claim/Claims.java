package io.tfsno.bench.claim;

import io.tfsno.base.UserError;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Set;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Who runs which cell. A claim is a file that names its owner and is touched as long as that one
 * works. One whose owner is gone can be taken over: where its process can be looked for, if that
 * has ended, and elsewhere, as on another machine or in another container, if nobody has touched
 * the claim for minutes. All changes are made under one lock of the folder, so that two processes
 * never hold the same claim. An owner that was taken for dead by mistake is told with the next
 * touch, and cannot {@link #settle} anything before.
 */
public final class Claims implements AutoCloseable {
  private static final long HEARTBEAT_MILLIS = 20_000;
  private static final Object IN_THIS_PROCESS = new Object();

  /**
   * @param lost told when another process has taken it
   */
  private record Held(Owner owner, Runnable lost) {}

  private final Path folder;
  private final Map<String, Held> held = new ConcurrentHashMap<>();
  private final Owner self = Owner.self();
  private final ClaimWatch watch;
  private final Timer heart = new Timer("claims", true);

  public Claims(Path folder) {
    this(folder, new ClaimWatch(System::nanoTime));
  }

  Claims(Path folder, ClaimWatch watch) {
    this.folder = folder;
    this.watch = watch;
    TimerTask beat =
        new TimerTask() {
          @Override
          public void run() {
            beat();
          }
        };
    heart.schedule(beat, HEARTBEAT_MILLIS, HEARTBEAT_MILLIS);
  }

  /**
   * Takes a cell, if nobody has it.
   *
   * @param lost called from another thread if somebody takes it for dead and takes it over
   */
  public boolean take(String key, Runnable lost) {
    return locked(
        () -> {
          if (running(key)) {
            return false;
          }
          Owner owner = self.after(owner(key));
          try {
            Files.writeString(file(key), owner.text());
          } catch (IOException e) {
            Files.deleteIfExists(file(key)); // half a claim would be nobody's
            throw e;
          }
          held.put(key, new Held(owner, lost));
          return true;
        });
  }

  /** Does what only the owner of a claim may do; nothing, and false, if it is another's by now. */
  public boolean settle(String key, Runnable work) {
    return locked(
        () -> {
          boolean mine = isMine(key);
          if (mine) {
            work.run();
          }
          return mine;
        });
  }

  public void release(String key) {
    locked(
        () -> {
          if (isMine(key)) {
            Files.deleteIfExists(file(key));
          }
          held.remove(key);
          return true;
        });
  }

  private boolean isMine(String key) throws IOException {
    Held mine = held.get(key);
    return mine != null && mine.owner.equals(owner(key));
  }

  /** Whether somebody works on a cell. */
  public boolean running(String key) {
    try {
      Owner owner = owner(key);
      if (owner == null) {
        return false;
      }
      return self.sees(owner) ? owner.alive() : !watch.silent(file(key));
    } catch (IOException e) {
      throw cannotUse(e);
    }
  }

  private Owner owner(String key) throws IOException {
    try {
      return Owner.parse(Files.readString(file(key)));
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  private Path file(String key) {
    return folder.resolve(key + ".claim");
  }

  /** Touches all claims held, by writing: the time is then that of the file system. */
  void beat() {
    for (Map.Entry<String, Held> claim : Map.copyOf(held).entrySet()) {
      String key = claim.getKey();
      try {
        boolean stands =
            locked(
                () -> {
                  boolean mine = isMine(key);
                  if (mine) {
                    touch(file(key), claim.getValue().owner.text());
                  }
                  return mine;
                });
        if (!stands && held.remove(key, claim.getValue())) {
          claim.getValue().lost.run();
        }
      } catch (UserError e) {
        // The next beat tries again; until then the claim only grows older.
      }
    }
  }

  /** Over the old bytes, which takes no room: on a full disk a claim must not become empty. */
  private static void touch(Path file, String text) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }
  }

  private interface Work {
    boolean run() throws IOException;
  }

  private boolean locked(Work work) {
    synchronized (IN_THIS_PROCESS) {
      try {
        Files.createDirectories(folder);
        try (FileChannel channel =
                FileChannel.open(
                    folder.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = channel.lock()) {
          return work.run();
        }
      } catch (IOException e) {
        throw cannotUse(e);
      }
    }
  }

  private UserError cannotUse(IOException e) {
    return new UserError(
        "%s: claims cannot be kept there: %s. Check that the folder may be written to."
            .formatted(folder, e.getMessage()),
        e);
  }

  /** Lets go of everything. */
  @Override
  public void close() {
    heart.cancel();
    Set.copyOf(held.keySet()).forEach(this::release);
  }
}
