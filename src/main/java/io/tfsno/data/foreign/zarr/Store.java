package io.tfsno.data.foreign.zarr;

import io.tfsno.data.file.DataFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Where the pieces of a Zarr hierarchy are, by key such as {@code u/.zarray}. */
interface Store extends AutoCloseable {
  /** The bytes under a key, null if there are none. */
  byte[] get(String key) throws IOException;

  /** The names one level below a path; empty is the root. */
  List<String> children(String path) throws IOException;

  @Override
  void close();

  static Store open(Path file) throws IOException {
    return Files.isDirectory(file) ? new Folder(file) : new Zip(file, new ZipFile(file.toFile()));
  }

  /** A folder. */
  record Folder(Path root) implements Store {
    @Override
    public byte[] get(String key) throws IOException {
      Path file = root.resolve(key);
      return Files.isRegularFile(file) ? Files.readAllBytes(file) : null;
    }

    @Override
    public List<String> children(String path) throws IOException {
      try (Stream<Path> inside = Files.list(root.resolve(path))) {
        return inside
            .filter(Files::isDirectory)
            .map(p -> p.getFileName().toString())
            .sorted()
            .toList();
      }
    }

    @Override
    public void close() {
      // A folder is not held open.
    }
  }

  /** A zip archive. */
  record Zip(Path file, ZipFile zip) implements Store {
    @Override
    public byte[] get(String key) throws IOException {
      ZipEntry entry = zip.getEntry(key);
      return entry == null ? null : zip.getInputStream(entry).readAllBytes();
    }

    @Override
    public List<String> children(String path) {
      String prefix = path.isEmpty() ? "" : path + "/";
      TreeSet<String> names = new TreeSet<>();
      zip.stream()
          .map(ZipEntry::getName)
          .filter(name -> name.startsWith(prefix))
          .map(name -> name.substring(prefix.length()))
          .filter(rest -> rest.indexOf('/') > 0)
          .forEach(rest -> names.add(rest.substring(0, rest.indexOf('/'))));
      return List.copyOf(names);
    }

    @Override
    public void close() {
      try {
        zip.close();
      } catch (IOException e) {
        throw DataFiles.cannotRead(file, e);
      }
    }
  }
}
