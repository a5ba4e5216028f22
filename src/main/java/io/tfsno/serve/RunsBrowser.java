package io.tfsno.serve;

import io.tfsno.base.SmallFile;
import io.tfsno.run.EpochMetrics;
import io.tfsno.run.MetricsFile;
import io.tfsno.run.RunFolder;
import io.tfsno.serve.http.Call;
import io.tfsno.serve.http.Refusal;
import io.tfsno.serve.runs.RunSummary;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Trainings and ledgers below one folder, as they are now: they may be written to meanwhile. What a
 * request names is looked up in what was found there; it never becomes a path.
 */
final class RunsBrowser {
  private static final int DEPTH = 4;
  private static final int MOST = 2000;
  private static final int MOST_BYTES = 4 << 20;
  private static final long LIVE_SECONDS = 90;

  /** Less deep than what we can write again with more around it. */
  private static final JsonMapper MAPPER =
      new JsonMapper(
          JsonFactory.builder()
              .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(64).build())
              .build());

  private final Path root;
  private final ModelShelf models;

  private final Map<Path, Known> known = new ConcurrentHashMap<>();

  /**
   * @param root null for none
   * @param models those that can be opened in the studio
   */
  RunsBrowser(Path root, ModelShelf models) {
    this.root = root;
    this.models = models;
  }

  /**
   * A summary and what its files were like when it was made.
   *
   * @param stamp sizes and times
   */
  private record Known(String stamp, RunSummary summary) {}

  void list(Call call) throws IOException {
    Map<Path, String> served = served();
    List<Map<String, Object>> runs = new ArrayList<>();
    for (Map.Entry<String, Path> run : folders(RunFolder.CONFIG).entrySet()) {
      runs.add(entry(run.getKey(), run.getValue(), served));
    }
    List<Map<String, Object>> ledgers = new ArrayList<>();
    for (Map.Entry<String, Path> ledger : ledgers().entrySet()) {
      ledgers.add(Map.of("name", ledger.getKey(), "cells", cells(ledger.getValue()).size()));
    }
    call.json(200, Map.of("runs", runs, "ledgers", ledgers));
  }

  private Map<String, Object> entry(String name, Path run, Map<Path, String> served)
      throws IOException {
    Path metrics = run.resolve(RunFolder.METRICS);
    boolean begun = inside(metrics);
    RunSummary summary = summary(run);
    boolean live = begun && age(metrics) < LIVE_SECONDS && !summary.finished();
    Map<String, Object> d = new LinkedHashMap<>();
    d.put("name", name);
    d.put("changed", begun ? Files.getLastModifiedTime(metrics).toString() : null);
    d.put("live", live);
    d.put("weights", Files.exists(run.resolve(RunFolder.MODEL)));
    d.put("state", live ? "training" : state(summary));
    d.put("model", summary.model());
    d.put("data", summary.data());
    d.put("epochs", summary.epochs());
    d.put("best_error", summary.bestError());
    d.put("started", summary.started());
    d.put("seconds", (float) summary.seconds());
    d.put("studio", served.get(run));
    return d;
  }

  private static String state(RunSummary summary) {
    if (summary.finished()) {
      return "finished";
    }
    return summary.epochs() > 0 ? "stopped" : "not started";
  }

  /** Names of the models that can be opened, by the real places of their folders. */
  private Map<Path, String> served() {
    Map<Path, String> names = new HashMap<>();
    for (ModelEntry entry : models.entries().values()) {
      real(entry.folder()).ifPresent(folder -> names.put(folder, entry.name()));
    }
    return names;
  }

  /** Where a folder is; empty if it has gone since the service started. */
  private static Optional<Path> real(Path folder) {
    try {
      return Optional.of(folder.toRealPath());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Files are read again when they have changed: pages ask every few seconds. */
  private RunSummary summary(Path run) throws IOException {
    StringBuilder stamp = new StringBuilder();
    for (String file : List.of(RunFolder.CONFIG, RunFolder.PROVENANCE, RunFolder.METRICS)) {
      Path path = run.resolve(file);
      if (inside(path)) {
        stamp.append(Files.getLastModifiedTime(path)).append(' ').append(Files.size(path));
      }
      stamp.append(';');
    }
    Known before = known.get(run);
    if (before != null && before.stamp.equals(stamp.toString())) {
      return before.summary;
    }
    RunSummary summary =
        RunSummary.of(
            text(run.resolve(RunFolder.CONFIG)),
            json(run.resolve(RunFolder.PROVENANCE)),
            MetricsFile.parse(text(run.resolve(RunFolder.METRICS))));
    known.put(run, new Known(stamp.toString(), summary));
    return summary;
  }

  void run(Call call) throws IOException {
    Path run = named(call, folders(RunFolder.CONFIG), "run");
    Map<String, Object> d = new LinkedHashMap<>();
    d.put("name", call.query("name"));
    String config = text(run.resolve(RunFolder.CONFIG));
    d.put("config", config);
    d.put("settings", RunSummary.settings(config));
    d.put("provenance", json(run.resolve(RunFolder.PROVENANCE)));
    // The first line may be cut, and the last one is perhaps being written.
    List<EpochMetrics> epochs = MetricsFile.parse(text(run.resolve(RunFolder.METRICS)));
    d.put("epochs", epochs.stream().map(EpochMetrics::document).toList());
    call.json(200, d);
  }

  void ledger(Call call) throws IOException {
    Path ledger = named(call, ledgers(), "ledger");
    List<JsonNode> cells = new ArrayList<>();
    for (Path cell : cells(ledger)) {
      JsonNode document = entry(cell);
      if (document != null) {
        cells.add(document);
      }
    }
    call.json(200, Map.of("name", call.query("name"), "cells", cells));
  }

  private static Path named(Call call, Map<String, Path> known, String what) {
    String name = call.query("name");
    Path found = name == null ? null : known.get(name);
    if (found == null) {
      throw new Refusal(
          404,
          "the name of a %s in /api/runs".formatted(what),
          name == null ? "none" : "'" + Call.shown(name) + "'",
          "Correct ?name=.");
    }
    return found;
  }

  /** Folders with that file, by their name below the root. */
  private Map<String, Path> folders(String file) throws IOException {
    return walk(p -> inside(p.resolve(file)));
  }

  private Map<String, Path> ledgers() throws IOException {
    return walk(p -> p.getFileName().toString().equals("ledger") && !cells(p).isEmpty());
  }

  private interface Test {
    boolean holds(Path folder) throws IOException;
  }

  private Map<String, Path> walk(Test test) throws IOException {
    Map<String, Path> found = new TreeMap<>();
    if (root == null || !Files.isDirectory(root)) {
      return found;
    }
    Path start = root.toRealPath();
    try (Stream<Path> all = Files.find(start, DEPTH, (p, a) -> a.isDirectory())) {
      for (Path p : all.limit(20L * MOST).toList()) {
        if (found.size() < MOST && test.holds(p)) {
          String name = start.relativize(p).toString().replace('\\', '/');
          found.put(name.isEmpty() ? "." : name, p);
        }
      }
    }
    return found;
  }

  private List<Path> cells(Path ledger) throws IOException {
    try (Stream<Path> files = Files.list(ledger)) {
      return files
          .filter(p -> p.getFileName().toString().matches(".*\\.json(\\.gz)?") && inside(p))
          .sorted()
          .limit(MOST)
          .toList();
    }
  }

  /** A file of its own below the root: a link could lead elsewhere. */
  private boolean inside(Path file) {
    try {
      return Files.isRegularFile(file) && file.toRealPath().startsWith(root.toRealPath());
    } catch (IOException e) {
      return false;
    }
  }

  private static long age(Path file) throws IOException {
    return Instant.now().getEpochSecond()
        - Files.getLastModifiedTime(file).toInstant().getEpochSecond();
  }

  /** The last part of a text file; empty if there is none. */
  private String text(Path file) throws IOException {
    if (!inside(file)) {
      return "";
    }
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      long size = in.length();
      int count = (int) Math.min(size, MOST_BYTES);
      byte[] bytes = new byte[count];
      in.seek(size - count);
      in.readFully(bytes);
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  /** An entry of a ledger, which may be packed. */
  private static JsonNode entry(Path file) {
    try {
      return MAPPER.readTree(SmallFile.read(file, MOST_BYTES));
    } catch (IOException | JacksonException e) {
      return null;
    }
  }

  private JsonNode json(Path file) {
    try {
      String text = text(file);
      return text.isEmpty() ? null : MAPPER.readTree(text);
    } catch (IOException | JacksonException e) {
      return null;
    }
  }
}
