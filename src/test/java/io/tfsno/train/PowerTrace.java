package io.tfsno.train;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A disk below one folder, as a process changed it step by step, and what is left of it if the
 * power fails after a step. Only what was synced must be left: the contents of files by a sync of
 * the file, names by one of their folder. Of the rest, anything may be.
 */
final class PowerTrace {
  /** Folders of this name are no part of the disk: they say that a checkpoint is safe. */
  static final String SAVED = "saved-";

  private record Step(char kind, int descriptor, long number, byte[] one, String two) {
    String path() {
      return new String(one, StandardCharsets.UTF_8);
    }
  }

  private interface Node {}

  private record Change(long at, byte[] bytes) {}

  private static final class Content implements Node {
    byte[] now = {};
    byte[] synced = {};
    final List<Change> since = new ArrayList<>();

    void write(Change change) {
      now = applied(now, change);
      since.add(change);
    }

    void truncate(long length) {
      now = Arrays.copyOf(now, (int) length);
      since.add(new Change(length, null));
    }

    void sync() {
      synced = now;
      since.clear();
    }

    byte[] left(Random luck) {
      byte[] left = synced;
      for (Change change : since) {
        if (luck != null && luck.nextBoolean()) {
          left = applied(left, change);
        }
      }
      return left;
    }

    private static byte[] applied(byte[] before, Change change) {
      if (change.bytes == null) {
        return Arrays.copyOf(before, (int) change.at);
      }
      int end = (int) change.at + change.bytes.length;
      byte[] after = Arrays.copyOf(before, Math.max(before.length, end));
      System.arraycopy(change.bytes, 0, after, (int) change.at, change.bytes.length);
      return after;
    }
  }

  private static final class Folder implements Node {
    final Map<String, Node> now = new LinkedHashMap<>();
    Map<String, Node> synced = new LinkedHashMap<>();
    final List<Map<String, Node>> since = new ArrayList<>();

    void changed() {
      since.add(new LinkedHashMap<>(now));
    }

    void sync() {
      synced = new LinkedHashMap<>(now);
      since.clear();
    }

    /** Names reach the disk in the order of their changes, up to some moment. */
    Map<String, Node> left(Random luck) {
      int reached = luck == null ? 0 : luck.nextInt(since.size() + 1);
      return reached == 0 ? synced : since.get(reached - 1);
    }
  }

  private final Path root;
  private final List<Step> steps;
  private final Folder disk = new Folder();
  private final Map<Integer, Node> open = new HashMap<>();
  private int done;
  private int saved;

  PowerTrace(Path root, Path trace) throws IOException {
    this.root = root;
    steps = read(ByteBuffer.wrap(Files.readAllBytes(trace)).order(ByteOrder.nativeOrder()));
  }

  private static List<Step> read(ByteBuffer bytes) {
    List<Step> steps = new ArrayList<>();
    while (bytes.hasRemaining()) {
      char kind = (char) bytes.get();
      int descriptor = bytes.getInt();
      long number = bytes.getLong();
      byte[] one = text(bytes);
      steps.add(
          new Step(kind, descriptor, number, one, new String(text(bytes), StandardCharsets.UTF_8)));
    }
    return steps;
  }

  private static byte[] text(ByteBuffer bytes) {
    byte[] text = new byte[bytes.getInt()];
    bytes.get(text);
    return text;
  }

  /** How many steps there are. */
  int steps() {
    return steps.size();
  }

  /** Whether there was another step, which is done now. */
  boolean advance() {
    if (done == steps.size()) {
      return false;
    }
    apply(steps.get(done++));
    return true;
  }

  /** The last checkpoint that was said to be safe; 0 for none. */
  int saved() {
    return saved;
  }

  private void apply(Step step) {
    switch (step.kind) {
      case 'O' -> opened(step);
      case 'W' -> content(step).write(new Change(step.number, step.one));
      case 'T' -> content(step).truncate(step.number);
      case 'S' -> sync(open.get(step.descriptor));
      case 'R' -> {
        Folder from = folder(step.path());
        Node moved = from.now.remove(name(step.path()));
        folder(step.two).now.put(name(step.two), moved);
        from.changed();
        if (folder(step.two) != from) {
          folder(step.two).changed();
        }
      }
      case 'U' -> {
        folder(step.path()).now.remove(name(step.path()));
        folder(step.path()).changed();
      }
      case 'M' -> made(step.path());
      default -> throw new IllegalStateException("unknown step " + step);
    }
  }

  private void made(String path) {
    if (name(path).startsWith(SAVED)) {
      saved = Integer.parseInt(name(path).substring(SAVED.length()));
      return;
    }
    folder(path).now.put(name(path), new Folder());
    folder(path).changed();
  }

  private void opened(Step step) {
    Node node = node(Path.of(step.path()));
    if (node == null) {
      node = new Content();
      folder(step.path()).now.put(name(step.path()), node);
      folder(step.path()).changed();
    } else if (step.number == 1) {
      ((Content) node).truncate(0);
    }
    open.put(step.descriptor, node);
  }

  private static void sync(Node node) {
    if (node instanceof Content content) {
      content.sync();
    } else {
      ((Folder) node).sync();
    }
  }

  private Content content(Step step) {
    return (Content) open.get(step.descriptor);
  }

  private static String name(String path) {
    return Path.of(path).getFileName().toString();
  }

  private Folder folder(String path) {
    return (Folder) node(Path.of(path).getParent());
  }

  private Node node(Path path) {
    Node node = disk;
    if (!path.equals(root)) {
      for (Path part : root.relativize(path)) {
        node = ((Folder) node).now.get(part.toString());
      }
    }
    return node;
  }

  /**
   * Writes what the disk may hold after a loss of power now.
   *
   * @param luck which of the changes that were not synced are there; null for none
   */
  void leave(Path to, Random luck) throws IOException {
    leave(disk, to, luck);
  }

  private static void leave(Folder folder, Path to, Random luck) throws IOException {
    Files.createDirectories(to);
    for (Map.Entry<String, Node> entry : folder.left(luck).entrySet()) {
      Path path = to.resolve(entry.getKey());
      if (entry.getValue() instanceof Content content) {
        Files.write(path, content.left(luck));
      } else {
        leave((Folder) entry.getValue(), path, luck);
      }
    }
  }
}
