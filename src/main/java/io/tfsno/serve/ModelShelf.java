package io.tfsno.serve;

import io.tfsno.base.Names;
import io.tfsno.base.UserError;
import io.tfsno.nn.Execution;
import io.tfsno.run.RunFolder;
import io.tfsno.serve.http.Call;
import io.tfsno.serve.http.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The models of one folder. They are listed when the service starts and loaded when first asked
 * for. A request names a model; no part of it becomes a path.
 */
final class ModelShelf implements AutoCloseable {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

  private final Path folder;
  private final Execution execution;
  private final int waiting;
  private final int threads;
  private final Map<String, ModelEntry> entries = new TreeMap<>();
  private final Map<String, String> problems = new TreeMap<>();
  private final Map<String, SharedModel> loaded = new ConcurrentHashMap<>();
  private boolean closed;

  ModelShelf(ServeOptions options) {
    this.folder = options.models();
    this.execution = options.execution();
    this.waiting = options.limits().waiting();
    this.threads = options.threads();
    if (Files.isDirectory(folder)) {
      list();
    }
  }

  private void list() {
    try (Stream<Path> inside = Files.list(folder)) {
      inside.filter(p -> Files.isRegularFile(p.resolve(RunFolder.MODEL))).forEach(this::add);
    } catch (IOException e) {
      throw new UserError(
          "%s: cannot be listed: %s. Name another folder of models."
              .formatted(folder, e.getMessage()),
          e);
    }
  }

  private void add(Path run) {
    String name = run.getFileName().toString();
    if (!NAME.matcher(name).matches()) {
      problems.put(Call.shown(name), "expected a folder name of letters, digits, '.', '_', '-'.");
      return;
    }
    try {
      entries.put(name, ModelEntry.read(name, run));
    } catch (UserError e) {
      problems.put(name, e.getMessage());
    }
  }

  Map<String, ModelEntry> entries() {
    return Collections.unmodifiableMap(entries);
  }

  /** Folders that look like models and cannot be used, with the reason. */
  Map<String, String> problems() {
    return Collections.unmodifiableMap(problems);
  }

  Map<String, SharedModel> loaded() {
    return new TreeMap<>(loaded);
  }

  Path folder() {
    return folder;
  }

  ModelEntry entry(String name) {
    if (name == null) {
      throw new Refusal(400, "the key 'model'", "none", "Name one of " + names() + ".");
    }
    ModelEntry entry = entries.get(name);
    if (entry == null) {
      String message = Names.unknown("model", Call.shown(name), entries.keySet()).getMessage();
      throw new Refusal(
          404, entries.isEmpty() ? "There are no models yet: train one first." : message);
    }
    return entry;
  }

  private String names() {
    return String.join(", ", entries.keySet());
  }

  /** The model itself; loads it on first use. */
  SharedModel model(ModelEntry entry) {
    SharedModel ready = loaded.get(entry.name());
    return ready != null ? ready : load(entry);
  }

  private synchronized SharedModel load(ModelEntry entry) {
    if (closed) {
      throw new Refusal(503, "The service is stopping. Try again when it is back.");
    }
    return loaded.computeIfAbsent(
        entry.name(),
        n -> {
          try {
            return SharedModel.load(entry.folder(), execution, waiting, threads);
          } catch (UserError e) {
            System.err.println(
                "tfsno: " + e.getMessage()); // with its path, which clients must not see
            throw new Refusal(
                503, "The model '%s' cannot be loaded; the service's log says why.".formatted(n));
          }
        });
  }

  @Override
  public synchronized void close() {
    closed = true;
    loaded.values().forEach(SharedModel::close);
  }
}
