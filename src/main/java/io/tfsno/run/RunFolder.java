package io.tfsno.run;

import io.tfsno.base.UserError;
import io.tfsno.data.file.DataFiles;
import io.tfsno.data.file.Durable;
import io.tfsno.data.file.FileHold;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The folder of a training: {@code config.yaml}, {@code model.safetensors} (the best weights so
 * far), {@code training.safetensors} (everything needed to resume), {@code metrics.jsonl} and
 * {@code provenance.json}. One process at a time may write to it; other ranks of its training only
 * know where it is.
 */
public final class RunFolder implements AutoCloseable {
  public static final String CONFIG = "config.yaml";
  public static final String MODEL = "model.safetensors";
  public static final String TRAINING = "training.safetensors";
  public static final String METRICS = "metrics.jsonl";
  public static final String PROVENANCE = "provenance.json";

  /** Weights of another run that this one started from. */
  public static final String START = "start.safetensors";

  public static final String LOCK = ".lock";

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private final Path folder;
  private final FileHold hold;

  /**
   * @param hold kept as long as this process may write; null if it may not
   */
  private RunFolder(Path folder, FileHold hold) {
    this.folder = folder;
    this.hold = hold;
  }

  /** A new run; a folder that holds one already is refused. */
  public static RunFolder create(Path folder, boolean force) {
    if (isRun(folder) && !force) {
      throw exists(folder);
    }
    try {
      Durable.createFolders(folder);
      RunFolder run = lock(folder);
      if (isRun(folder) && !force) { // since we looked
        run.close();
        throw exists(folder);
      }
      for (String old : new String[] {CONFIG, MODEL, TRAINING, METRICS, PROVENANCE, START}) {
        Files.deleteIfExists(folder.resolve(old));
      }
      return run;
    } catch (IOException e) {
      throw cannotWrite(folder, e);
    }
  }

  /** Whether a folder holds a run already. */
  public static boolean isRun(Path folder) {
    return Files.exists(folder.resolve(CONFIG));
  }

  private static UserError exists(Path folder) {
    return new UserError(
        "%s: expected no run there yet, found one. Choose another folder, resume that run, or replace it."
            .formatted(folder));
  }

  /** Says what is wrong with a folder that holds no run to resume. */
  public static void requireRun(Path folder) {
    if (!isRun(folder)) {
      throw new UserError(
          "%s: expected a run folder with %s, found none. Check the path."
              .formatted(folder, CONFIG));
    }
  }

  /** A run to resume. */
  public static RunFolder resume(Path folder) {
    requireRun(folder);
    try {
      return lock(folder);
    } catch (IOException e) {
      throw cannotWrite(folder, e);
    }
  }

  /** The file of weights that a user means by a run folder, or by the file itself. */
  static Path weights(Path path) {
    Path file = Files.isDirectory(path) ? path.resolve(MODEL) : path;
    if (!Files.exists(file)) {
      throw new UserError(
          "%s: expected a run folder with %s, found none. Train first, or check the path."
              .formatted(path, MODEL));
    }
    return file;
  }

  /** A run that another process writes: only where it is. */
  public static RunFolder follow(Path folder) {
    return new RunFolder(folder, null);
  }

  private static RunFolder lock(Path folder) throws IOException {
    return FileHold.tryTake(folder.resolve(LOCK))
        .map(hold -> new RunFolder(folder, hold))
        .orElseThrow(() -> new RunInUse(folder));
  }

  public Path path() {
    return folder;
  }

  public Path file(String name) {
    return folder.resolve(name);
  }

  /** Writes a text file as a whole or not at all. */
  void write(String name, String text) {
    Path file = folder.resolve(name);
    DataFiles.replace(file, text);
  }

  /** Stores the configuration in full, so that the folder needs nothing else to resume. */
  public void writeConfig(Record config) {
    write(CONFIG, YAMLMapper.builder().build().writeValueAsString(config));
  }

  /**
   * @param document a record or a map
   */
  public void writeJson(String name, Object document) {
    write(name, JSON.writeValueAsString(document) + "\n");
  }

  /** The metrics of the training. */
  public MetricsFile metrics() {
    return MetricsFile.in(folder);
  }

  /** Adds the line of an epoch to the metrics. */
  public void appendMetrics(EpochMetrics epoch) {
    try {
      metrics().append(epoch);
    } catch (IOException e) {
      throw cannotWrite(metrics().file(), e);
    }
  }

  /** Returns when all metrics so far are on the disk, so that a checkpoint may count on them. */
  public void keepMetrics() {
    try {
      metrics().force();
    } catch (IOException e) {
      throw cannotWrite(metrics().file(), e);
    }
  }

  /** Keeps the metrics of the first epochs only: a checkpoint knows of no others. */
  public void truncateMetrics(int epochs) {
    try {
      metrics().truncate(epochs);
    } catch (IOException e) {
      throw cannotWrite(metrics().file(), e);
    }
  }

  @Override
  public void close() {
    if (hold == null) {
      return;
    }
    try {
      hold.close();
    } catch (IOException e) {
      throw cannotWrite(folder, e);
    }
  }

  static UserError cannotWrite(Path path, IOException e) {
    return new UserError(
        "%s: cannot be written: %s. Check that the folder may be written to and has room."
            .formatted(path, DataFiles.reason(e)),
        e);
  }
}
