package io.tfsno.engine.group;

import io.tfsno.base.UserError;
import io.tfsno.engine.Natives;
import io.tfsno.engine.Scope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.bytedeco.pytorch.ByteVector;
import org.bytedeco.pytorch.FileStore;
import org.bytedeco.pytorch.PrefixStore;
import org.bytedeco.pytorch.Store;
import org.bytedeco.pytorch.StringVector;

/**
 * The table for c10d, which takes only stores of its own. Of those, the one over TCP listens on all
 * interfaces and lets everybody in; so each process has one in a file of its own that nobody else
 * may read, and what is put there goes through the table to the files of the others.
 */
final class StoreBridge implements AutoCloseable {
  private static final String OURS = "tfsno/";
  private static final String TRAVELLING = "c10d/";
  private static final long OFTEN_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  /** Once all are connected there is hardly anything to carry. */
  private static final long SELDOM_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final SharedTable table;
  private final Copy copy;
  private final Path folder;
  private final FileStore file;
  private final Store store;
  private final Queue<Entry> arrived = new ConcurrentLinkedQueue<>();
  private final Consumer<Entry> follower = this::arrive;
  private final Set<String> known = new HashSet<>();
  private final Thread carrier = new Thread(this::carry, "c10d-keys");
  private volatile boolean closed;

  StoreBridge(SharedTable table, Copy copy) {
    this.table = table;
    this.copy = copy;
    try {
      folder = Files.createTempDirectory("tfsno-rank"); // for nobody else to read
    } catch (IOException e) {
      throw new UserError(
          "a folder for temporary files cannot be made in %s: %s. Set -Djava.io.tmpdir in TFSNO_JAVA_OPTS."
              .formatted(System.getProperty("java.io.tmpdir"), e.getMessage()),
          e);
    }
    Path keys = folder.resolve("keys");
    folder.toFile().deleteOnExit();
    keys.toFile().deleteOnExit();
    file = Natives.immortal(new FileStore(keys.toString(), -1));
    store = Natives.immortal(new PrefixStore("tfsno", file));
    copy.follow(follower);
    carrier.setDaemon(true);
    carrier.start();
  }

  Store store() {
    return store;
  }

  private void arrive(Entry entry) {
    if (entry.key().startsWith(TRAVELLING)) {
      arrived.add(entry);
    }
  }

  private void carry() {
    try {
      long changed = System.nanoTime();
      while (!closed) {
        int before = known.size();
        bringIn();
        sendOut();
        changed = known.size() > before ? System.nanoTime() : changed;
        boolean quiet = System.nanoTime() - changed > QUIET_NANOS;
        LockSupport.parkNanos(quiet ? SELDOM_NANOS : OFTEN_NANOS);
      }
    } catch (RuntimeException e) {
      // The rendezvous is closed. Whoever waits for a key gets a timeout.
    }
  }

  private void bringIn() {
    for (Entry entry = arrived.poll(); entry != null; entry = arrived.poll()) {
      String key = entry.key().substring(TRAVELLING.length());
      if (known.add(key)) {
        try (Scope scope = new Scope()) {
          file.set(key, new ByteVector(entry.value()));
        }
      }
    }
  }

  private void sendOut() {
    try (Scope scope = new Scope()) {
      StringVector keys = file.listKeys();
      for (long i = 0; i < keys.size(); i++) {
        String key = keys.get(i).getString();
        if (key.startsWith(OURS) && known.add(key)) {
          table.put(TRAVELLING + key, file.get(key).get());
        }
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    copy.unfollow(follower);
    try {
      carrier.join(1000);
      Files.deleteIfExists(folder.resolve("keys"));
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      // A few bytes stay in the folder for temporary files.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
