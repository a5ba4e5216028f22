package io.tfsno.run;

import io.tfsno.base.SmallFile;
import io.tfsno.base.UserError;
import io.tfsno.data.file.Durable;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;

/** The metrics of a training, {@code metrics.jsonl}: one line of JSON for each epoch. */
public record MetricsFile(Path file) {
  private static final int MAX_BYTES = 1 << 28;

  /** Those of a run folder. */
  public static MetricsFile in(Path run) {
    return new MetricsFile(run.resolve(RunFolder.METRICS));
  }

  /** The epochs of a text; lines that are none, or not whole, are passed over. */
  public static List<EpochMetrics> parse(String text) {
    return text.lines().map(EpochMetrics::parse).flatMap(Optional::stream).toList();
  }

  /** All epochs so far; none where there is no file, or one that cannot be read. */
  public List<EpochMetrics> epochs() {
    try {
      return parse(new String(SmallFile.read(file, MAX_BYTES), StandardCharsets.UTF_8));
    } catch (IOException e) {
      return List.of();
    }
  }

  /** The epochs of a finished training, in this exact number. */
  public List<EpochMetrics> epochs(int count) {
    List<EpochMetrics> all = epochs();
    if (all.size() != count) {
      throw new UserError(
          "%s: expected the metrics of %d epochs, found %d. Delete the run's folder and train again."
              .formatted(file, count, all.size()));
    }
    return all;
  }

  void append(EpochMetrics epoch) throws IOException {
    byte[] line = (epoch.line() + "\n").getBytes(StandardCharsets.UTF_8);
    Files.write(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  void force() throws IOException {
    if (Files.exists(file)) {
      Durable.file(file);
    }
  }

  /** Keeps the first epochs only: a checkpoint knows of no others. */
  void truncate(int epochs) throws IOException {
    if (!Files.exists(file)) {
      return;
    }
    long end = endOfLine(epochs);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(end);
    }
  }

  private long endOfLine(int lines) throws IOException {
    long end = 0;
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      int read = 0;
      for (int seen = 0; seen < lines && (read = in.read()) >= 0; end++) {
        seen += read == '\n' ? 1 : 0;
      }
    }
    return end;
  }
}
