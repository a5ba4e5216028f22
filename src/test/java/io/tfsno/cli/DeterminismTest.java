package io.tfsno.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.ObjectMapper;

/** The same seed on the same device gives the same bits; other numbers of threads, nearly. */
class DeterminismTest {
  /** Relative, of losses; docs/reliability.md promises it. */
  private static final double ACROSS_THREADS = 1e-4;

  private static final String CONFIG =
      """
      name: tiny
      data: {file: e1.h5}
      model: {name: tfsno, widths: [8, 8], modes: [8, 4], predictDelta: true}
      training: {epochs: 4, batch: 8}
      validation: {trajectories: 2, every: 1, horizon: 5}
      """;

  @TempDir private static Path folder;
  private static Path config;

  @BeforeAll
  static void prepare() throws IOException {
    generate("e1.h5", 2);
    config = Cli.write(folder, "tiny.yaml", CONFIG);
  }

  @Test
  void generation_withAnyNumberOfThreads_givesTheSameBytes() throws IOException {
    generate("one.h5", 1);
    generate("four.h5", 4);
    assertThat(Files.mismatch(folder.resolve("e1.h5"), folder.resolve("one.h5"))).isEqualTo(-1);
    assertThat(Files.mismatch(folder.resolve("e1.h5"), folder.resolve("four.h5"))).isEqualTo(-1);
  }

  @Test
  void training_inSeveralProcesses_givesTheSameBitsOrNearlyTheSame() throws Exception {
    Path first = train("first", 2);
    Path second = train("second", 2);
    for (String file : new String[] {"model.safetensors", "training.safetensors"}) {
      assertThat(Files.mismatch(first.resolve(file), second.resolve(file))).as(file).isEqualTo(-1);
    }
    double[] expected = losses(first);
    assertThat(losses(second)).isEqualTo(expected).hasSize(4);
    double[] single = losses(train("single", 1));
    for (int epoch = 0; epoch < expected.length; epoch++) {
      assertThat(single[epoch])
          .as("epoch %d with one thread", epoch + 1)
          .isCloseTo(expected[epoch], within(ACROSS_THREADS * expected[epoch]));
    }
  }

  private static Path train(String name, int threads) throws Exception {
    Path run = folder.resolve(name);
    Path log = folder.resolve("log");
    Process process = Cli.start(log, "train", config, "--threads", threads, "--out", run);
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(log)).isZero();
    return run;
  }

  private static void generate(String name, int threads) {
    Object[] words = {"data", "generate", "E1", "--train", 24, "--test", 4, "--profile", "fast"};
    Object[] more = {"--snapshots", 9, "--threads", threads, "--out", folder.resolve(name)};
    Cli.Result result = Cli.run(Stream.concat(Stream.of(words), Stream.of(more)).toArray());
    assertThat(result.exit()).as(result.err()).isZero();
  }

  private static double[] losses(Path run) throws IOException {
    return Files.readAllLines(run.resolve("metrics.jsonl")).stream()
        .map(line -> new ObjectMapper().readTree(line))
        .mapToDouble(epoch -> epoch.get("loss").doubleValue())
        .toArray();
  }
}
