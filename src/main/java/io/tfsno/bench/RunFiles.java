package io.tfsno.bench;

import io.tfsno.run.RunFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Run folders of cells, which go when their scores are in the ledger. */
final class RunFiles {
  private static final List<String> KEPT =
      List.of(RunFolder.CONFIG, RunFolder.MODEL, RunFolder.METRICS, RunFolder.PROVENANCE);

  private RunFiles() {}

  /** Copies what is needed to use a trained model; not what is needed to train it further. */
  static void keep(Path run, Path to) {
    try {
      delete(to);
      Files.createDirectories(to);
      for (String name : KEPT) {
        Files.copy(run.resolve(name), to.resolve(name));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void delete(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
