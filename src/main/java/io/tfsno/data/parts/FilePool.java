package io.tfsno.data.parts;

import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Files of which only some are open at a time: those that were used last. Several threads may use
 * them at once; a file in use is never closed. Owns the open files.
 *
 * @param <F> an open file
 */
public final class FilePool<F extends AutoCloseable> implements AutoCloseable {
  private final List<Path> paths;
  private final Function<Path, F> opening;
  private final int most;
  private final Map<Integer, Entry<F>> entries = new LinkedHashMap<>(16, 0.75f, true);
  private boolean closed;

  private static final class Entry<F> {
    private F file;
    private int users;
  }

  /**
   * @param most files to keep open; more only while as many are in use at once
   */
  public FilePool(List<Path> paths, Function<Path, F> opening, int most) {
    this.paths = List.copyOf(paths);
    this.opening = opening;
    this.most = most;
  }

  public int size() {
    return paths.size();
  }

  public Path path(int index) {
    return paths.get(index);
  }

  /** What comes of a file, which is opened for it unless it is open. */
  public <T> T with(int index, Function<F, T> use) {
    Entry<F> entry = acquire(index);
    try {
      return use.apply(opened(entry, index));
    } finally {
      release(entry);
    }
  }

  /** Opening takes a while: others may go on with other files meanwhile. */
  private F opened(Entry<F> entry, int index) {
    synchronized (entry) {
      if (entry.file == null) {
        entry.file = opening.apply(paths.get(index));
      }
      return entry.file;
    }
  }

  private synchronized Entry<F> acquire(int index) {
    if (closed) {
      throw new IllegalStateException("the files are closed");
    }
    Entry<F> entry = entries.computeIfAbsent(index, i -> new Entry<>());
    entry.users++;
    return entry;
  }

  private synchronized void release(Entry<F> entry) {
    entry.users--;
    Iterator<Entry<F>> eldest = entries.values().iterator();
    while (entries.size() > (closed ? 0 : most) && eldest.hasNext()) {
      Entry<F> candidate = eldest.next();
      if (candidate.users == 0) {
        eldest.remove();
        close(candidate);
      }
    }
  }

  /** How many are open, or about to be. */
  synchronized int open() {
    return entries.size();
  }

  @Override
  public synchronized void close() {
    closed = true;
    entries.values().stream().filter(entry -> entry.users == 0).forEach(FilePool::close);
    entries.values().removeIf(entry -> entry.users == 0);
  }

  private static void close(Entry<?> entry) {
    if (entry.file == null) {
      return;
    }
    try {
      ((AutoCloseable) entry.file).close();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
