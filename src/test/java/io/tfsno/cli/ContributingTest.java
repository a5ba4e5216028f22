package io.tfsno.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.OtherJvm;
import io.tfsno.base.plugin.TestJars;
import io.tfsno.data.file.FloatType;
import io.tfsno.data.hdf5.Hdf5Plan;
import io.tfsno.data.hdf5.Hdf5Writer;
import io.tfsno.data.npy.Npy;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The errands of CONTRIBUTING.md, done as they stand there: new files and changed lines are applied
 * to a copy of the sources, compiled, and put before the classes of the tests.
 */
class ContributingTest {
  /** A path in backticks, and the block that follows it. */
  private static final Pattern STEP =
      Pattern.compile("`(src/main/[^`]+)`[^`]*?:\n\n```(java|diff)\n(.*?)\n```", Pattern.DOTALL);

  private static final String EXAMPLE =
      "examples/own-model/src/main/java/example/ShallowModel.java";

  @TempDir private static Path folder;
  private static Path classes;

  @BeforeAll
  static void followThePage() throws IOException {
    String page = Files.readString(Path.of("CONTRIBUTING.md"));
    classes = folder.resolve("classes");
    List<Path> sources = new ArrayList<>();
    Matcher steps = STEP.matcher(page);
    while (steps.find()) {
      String path = steps.group(1);
      String text =
          steps.group(2).equals("java")
              ? steps.group(3)
              : changed(Files.readString(Path.of(path)), steps.group(3));
      if (path.endsWith(".java")) {
        sources.add(write(folder.resolve(path), text));
      } else {
        write(classes.resolve(Path.of("src/main/resources").relativize(Path.of(path))), text);
      }
    }
    assertThat(sources).hasSize(7);
    assertThat(page).contains(EXAMPLE, "package io.tfsno.operator.shallow;");
    String model = Files.readString(Path.of(EXAMPLE));
    sources.add(
        write(
            folder.resolve("src/main/java/io/tfsno/operator/shallow/ShallowModel.java"),
            model.replace("package example;", "package io.tfsno.operator.shallow;")));
    TestJars.compiled(sources, classes);
  }

  private static Path write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  /** The text with the lines of a difference: its other lines have to be there, in one piece. */
  private static String changed(String text, String difference) {
    List<String> before = new ArrayList<>();
    List<String> after = new ArrayList<>();
    for (String line : difference.lines().toList()) {
      if (line.charAt(0) != '+') {
        before.add(line.substring(1));
      }
      if (line.charAt(0) != '-') {
        after.add(line.substring(1));
      }
    }
    assertThat(text).containsOnlyOnce(String.join("\n", before));
    return text.replace(String.join("\n", before), String.join("\n", after));
  }

  private static String said(Object... args) throws Exception {
    List<String> command =
        new ArrayList<>(
            OtherJvm.command(
                List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"), Main.class, args));
    int path = command.indexOf("-cp") + 1;
    command.set(path, classes + File.pathSeparator + command.get(path));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(text).isZero();
    return text;
  }

  @Test
  void equation_isSolved() throws Exception {
    Path spec =
        write(
            folder.resolve("spec.yaml"),
            """
            equation: hyperdiffusion1d
            parameters: {D: 0.001}
            domain: {length: 6.283185307179586}
            resolution: 32
            snapshots: {interval: 0.5, count: 3}
            initial: {modes: [{amplitude: 1, wavenumber: 3}]}
            """);
    Path out = folder.resolve("u.npy");
    said("solve", spec, "--out", out);
    double[] u = Npy.read(out).doubles();
    assertThat(u).hasSize(3 * 32);
    double decay = Math.exp(-0.001 * 81 * 0.5);
    for (int i = 0; i < 32; i++) {
      assertThat(u[32 + i]).isCloseTo(decay * u[i], within(1e-12)); // exact but for rounding
    }
  }

  @Test
  void model_isKnown() throws Exception {
    assertThat(said("models", "shallow")).contains("One wide Fourier layer", "parameters");
    assertThat(said("models")).contains("tfsno:", "fno:", "shallow:");
  }

  @Test
  void statistic_isOneThatAGateSees() throws Exception {
    Path drawing = folder.resolve("net.svg");
    said(
        "models",
        "tfsno",
        "--figure",
        drawing,
        "--set",
        "model.gate.features=[log_energy, concentration]");
    assertThat(drawing).isNotEmptyFile();
    Path config =
        write(
            folder.resolve("gate.yaml"),
            """
            data: {file: e1.h5}
            model: {name: tfsno, widths: [4, 4], modes: [4, 2], gate: {features: [log_energy, concentration]}}
            training: {epochs: 1, batch: 4}
            validation: {trajectories: 2, every: 1, horizon: 3}
            """);
    Path data = folder.resolve("e1.h5");
    said(
        "data",
        "generate",
        "E1",
        "--quick",
        "--train",
        8,
        "--test",
        1,
        "--snapshots",
        7,
        "--out",
        data);
    said("train", config, "--set", "data.file=" + data, "--out", folder.resolve("run"));
    assertThat(folder.resolve("run/model.safetensors")).isNotEmptyFile();
  }

  @Test
  void layout_isRead() throws Exception {
    Hdf5Plan plan = new Hdf5Plan();
    plan.attribute("boundary", "periodic");
    plan.dataset("solution", FloatType.FLOAT32, 2, 3, 8);
    plan.dataset("time", FloatType.FLOAT32, 3);
    plan.dataset("x", FloatType.FLOAT32, 8);
    Path file = folder.resolve("solution.h5");
    try (Hdf5Writer writer = Hdf5Writer.create(file, plan)) {
      writer.write("solution", 0, IntStream.range(0, 48).mapToDouble(i -> i % 8).toArray());
      writer.write("time", 0, new double[] {0, 0.5, 1});
      writer.write("x", 0, IntStream.range(0, 8).mapToDouble(i -> i / 4.0).toArray());
      writer.seal();
    }
    assertThat(said("data", "inspect", file))
        .contains("SOLUTION layout", "2 trajectories x 3 snapshots", "8 points of length 2.00000");
  }
}
