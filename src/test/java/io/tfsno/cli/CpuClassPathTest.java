package io.tfsno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.data.SyntheticSets;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The CPU build does not ship CUDA's binding: what runs there must not look for its classes. */
class CpuClassPathTest {
  @TempDir private Path folder;

  @Test
  void commands_withoutCudaOnTheirClassPath_runAsEver() throws Exception {
    SyntheticSets.fadingWaves(folder.resolve("waves.h5"), 6, 4, 16);
    String config =
        """
        name: tiny
        data: {file: waves.h5, split: {seed: 1}}
        model: {name: tfsno, widths: [4, 4, 4], modes: [2, 2, 2]}
        training: {epochs: 2, batch: 2}
        validation: {trajectories: 1, every: 1, horizon: 2}
        """;
    Path file = Cli.write(folder, "tiny.yaml", config);
    Path run = folder.resolve("run");
    assertThat(output("doctor")).contains("all checks passed");
    assertThat(output("train", file, "--out", run)).contains("2 epochs");
    assertThat(output("eval", run)).doesNotContain("Exception");
  }

  private String output(Object... words) throws Exception {
    List<String> command = new ArrayList<>(Cli.command(words));
    int path = command.indexOf("-cp") + 1;
    command.set(
        path,
        Arrays.stream(command.get(path).split(Pattern.quote(File.pathSeparator), -1))
            .filter(jar -> !Path.of(jar).getFileName().toString().startsWith("cuda-"))
            .collect(Collectors.joining(File.pathSeparator)));
    Path log = folder.resolve("log");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(log)).isZero();
    return Files.readString(log);
  }
}
