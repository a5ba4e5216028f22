package io.tfsno.bench;

import io.tfsno.base.UserError;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.Timer;
import java.util.TimerTask;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Who runs which cell. A claim is a file that names its owner and is touched as long as that one
 * works. One whose owner is gone can be taken over: on this machine a process that has ended, on
 * another one a claim that nobody has touched for minutes. All changes are made under one lock of
 * the folder, so that two processes never hold the same claim.
 */
final class Claims implements AutoCloseable {
  private static final long HEARTBEAT_MILLIS = 20_000;
  private static final Object IN_THIS_PROCESS = new Object();

  private final Path folder;
  private final Set<String> held = ConcurrentHashMap.newKeySet();
  private final Owner self = Owner.self();
  private final ClaimWatch watch;
  private final Timer heart = new Timer("claims", true);

  Claims(Path folder) {
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
   * @param started when the process did: its number may have been given to another since
   * @param token tells apart several owners in one process
   */
  private record Owner(String host, long pid, String started, String token) {
    static Owner self() {
      ProcessHandle process = ProcessHandle.current();
      return new Owner(
          hostName(), process.pid(), ProcessStart.of(process), UUID.randomUUID().toString());
    }

    String text() {
      return String.join("\n", host, Long.toString(pid), started, token) + "\n";
    }

    /** Null if the text is no claim: one that was never finished. */
    static Owner parse(String text) {
      String[] lines = text.split("\n", -1);
      if (lines.length < 4 || !lines[1].matches("\\d{1,18}")) {
        return null;
      }
      return new Owner(lines[0], Long.parseLong(lines[1]), lines[2], lines[3]);
    }

    boolean here() {
      return host.equals(hostName());
    }

    boolean alive() {
      return ProcessHandle.of(pid).filter(p -> ProcessStart.of(p).equals(started)).isPresent();
    }

    private static String hostName() {
      try {
        return InetAddress.getLocalHost().getHostName();
      } catch (UnknownHostException e) {
        return "localhost";
      }
    }
  }

  /** Takes a cell, if nobody has it. */
  boolean take(String key) {
    return locked(
        () -> {
          if (running(key)) {
            return false;
          }
          Files.writeString(file(key), self.text());
          held.add(key);
          return true;
        });
  }

  /** Whether a claim of this object stands: not after another process took it for dead. */
  boolean holds(String key) {
    return held.contains(key) && locked(() -> self.equals(owner(key)));
  }

  void release(String key) {
    locked(
        () -> {
          if (held.remove(key) && self.equals(owner(key))) {
            Files.deleteIfExists(file(key));
          }
          return true;
        });
  }

  /** Whether somebody works on a cell. */
  boolean running(String key) {
    try {
      Owner owner = owner(key);
      if (owner == null) {
        return false;
      }
      return owner.here() ? owner.alive() : !watch.silent(file(key));
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
    for (String key : held) {
      try {
        locked(
            () -> {
              boolean mine = self.equals(owner(key));
              if (mine) {
                Files.writeString(file(key), self.text());
              }
              return mine;
            });
      } catch (UserError e) {
        // The next beat tries again; until then the claim only grows older.
      }
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
    Set.copyOf(held).forEach(this::release);
  }
}
