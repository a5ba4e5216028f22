package io.tfsno.bench;

import io.tfsno.data.file.DataFiles;
import io.tfsno.data.file.Durable;
import io.tfsno.run.RunFolder;
import java.io.IOException;
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

  /**
   * Copies what is needed to use a trained model; not what is needed to train it further. The
   * folder is there as a whole or not at all.
   */
  static void keep(Path run, Path to) {
    Path part = DataFiles.partOf(to);
    try {
      delete(part);
      Files.createDirectories(part);
      for (String name : KEPT) {
        Files.copy(run.resolve(name), part.resolve(name));
        Durable.file(part.resolve(name));
      }
      Durable.folderOf(part.resolve(RunFolder.CONFIG));
      delete(to);
      DataFiles.moveIntoPlace(part, to);
    } catch (IOException e) {
      throw DataFiles.cannotWrite(to, e);
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
      throw DataFiles.cannotWrite(folder, e);
    }
  }
}
