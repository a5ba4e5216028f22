package io.tfsno.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.Campaign;
import io.tfsno.OtherJvm;
import io.tfsno.base.ConfigReader;
import io.tfsno.data.SyntheticSets;
import io.tfsno.data.safetensors.Safetensors;
import io.tfsno.run.EpochMetrics;
import io.tfsno.run.MetricsFile;
import io.tfsno.run.RunFolder;
import io.tfsno.run.StoredProvenance;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The power fails after each single step that a training takes on its disk. What is left then goes
 * on from the last checkpoint that was said to be safe, at least, and ends with the same bits.
 *
 * <p>The steps of a real process are written down by a library of ours, {@code power.c}, and played
 * back up to each of them, with nothing left that was not synced, and with some of it.
 */
@EnabledOnOs(OS.LINUX)
class PowerLossTest {
  /** Of the cuts, one in this many is trained to the end: all of them with {@code -Pcampaign}. */
  private static final int RESUMED_EVERY = Boolean.getBoolean("tfsno.campaign") ? 1 : 40;

  @TempDir private Path folder;

  @Test
  void run_afterALossOfPowerAtAnyStep_goesOnFromTheLastSafeCheckpoint() throws Exception {
    Path data = SyntheticSets.fadingWaves(folder.resolve("waves.h5"), 5, 6, 16);
    Path root = Files.createDirectory(folder.resolve("disk"));
    PowerTrace trace = new PowerTrace(root, traced(root, data));
    Campaign part = Campaign.of("power cuts", PowerLossTest.class, 2 * trace.steps());
    int cuts = 0;
    for (; trace.advance(); cuts++) {
      for (Random luck : new Random[] {null, new Random(cuts)}) {
        Path left = folder.resolve("left-%d-%s".formatted(cuts, luck == null ? "none" : "some"));
        trace.leave(left, luck);
        part.tried(1);
        String when = "cut %d, %s unsynced".formatted(cuts, luck == null ? "nothing" : "some");
        assertSafe(left.resolve(PoweredTraining.RUN), trace.saved(), when);
        if (cuts % RESUMED_EVERY == 0) {
          PoweredTraining.train(left, data);
          assertSameBits(root, left, when);
        }
        part.survived(1);
        deleteFolder(left);
      }
    }
    assertThat(cuts).isGreaterThanOrEqualTo(200);
    assertThat(trace.saved()).isEqualTo(PoweredTraining.EPOCHS);
  }

  private static void deleteFolder(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private static void assertSafe(Path run, int saved, String when) {
    Path config = run.resolve(RunFolder.CONFIG);
    Path checkpoint = run.resolve(RunFolder.TRAINING);
    if (Files.exists(config)) {
      ConfigReader.read(config, TrainConfig.class);
      StoredProvenance.in(run);
    }
    if (Files.exists(run.resolve(RunFolder.MODEL))) {
      Safetensors.read(run.resolve(RunFolder.MODEL));
    }
    if (saved > 0) {
      assertThat(config).as(when).exists();
      assertThat(checkpoint).as(when).exists();
    }
    if (Files.exists(checkpoint)) {
      Safetensors.read(checkpoint); // its checksum fits
      int epochs = Checkpoint.in(checkpoint).epoch();
      assertThat(epochs).as(when).isGreaterThanOrEqualTo(saved);
      assertThat(MetricsFile.in(run).epochs().stream().map(EpochMetrics::epoch).limit(epochs))
          .as(when)
          .containsExactlyElementsOf(IntStream.rangeClosed(1, epochs).boxed().toList());
    }
  }

  private static void assertSameBits(Path root, Path left, String when) throws IOException {
    for (String name : List.of(RunFolder.MODEL, RunFolder.TRAINING)) {
      Path file = Path.of(PoweredTraining.RUN, name);
      assertThat(Files.mismatch(root.resolve(file), left.resolve(file)))
          .as("%s, %s", when, name)
          .isEqualTo(-1);
    }
  }

  /** Trains in a process of its own, and gives the steps that it took below a folder. */
  private Path traced(Path root, Path data) throws Exception {
    Path trace = folder.resolve("trace");
    List<String> flags = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
    ProcessBuilder builder =
        new ProcessBuilder(OtherJvm.command(flags, PoweredTraining.class, root, data))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile());
    builder.environment().put("LD_PRELOAD", library().toString());
    builder.environment().put("TFSNO_POWER_ROOT", root.toString());
    builder.environment().put("TFSNO_POWER_TRACE", trace.toString());
    Process process = builder.start();
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(folder.resolve("log"))).isZero();
    return trace;
  }

  private Path library() throws Exception {
    Path source = folder.resolve("power.c");
    try (InputStream stored = PowerLossTest.class.getResourceAsStream("power.c")) {
      Files.copy(stored, source);
    }
    Path library = folder.resolve("power.so");
    List<String> compiler = new ArrayList<>(List.of("gcc", "-shared", "-fPIC", "-O1", "-o"));
    compiler.addAll(List.of(library.toString(), source.toString(), "-ldl", "-lpthread"));
    Path log = folder.resolve("log-gcc");
    Process gcc;
    try {
      gcc =
          new ProcessBuilder(compiler)
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
    } catch (IOException e) {
      Assumptions.abort("needs gcc, to build the library that writes the steps down");
      throw e;
    }
    assertThat(gcc.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(gcc.exitValue()).as(Files.readString(log)).isZero();
    return library;
  }
}
