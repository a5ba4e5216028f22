package io.tfsno.operator.tfsno.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The arithmetic of the CUDA kernels on the CPU: src/test/cuda runs them lane by lane and holds
 * them against plain loops. Needs a C++20 compiler.
 */
class CudaKernelsTest {
  private static final Path ROOMS = Path.of("src/main/resources/io/tfsno");
  private static final List<Path> SOURCES =
      Stream.of("nn/cuda", "operator/tfsno/cuda", "train", "train/loss", "train/optimiser")
          .map(ROOMS::resolve)
          .toList();

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"1,0", "3,0", "1,1"})
  void kernels_runLaneByLane_giveWhatPlainLoopsGive(int products, int shortFields)
      throws Exception {
    assumeTrue(
        hasCompiler(), "no g++ with C++20: install it (Debian: apt-get install g++) to run this");
    Path program = folder.resolve("kernels");
    List<String> command = new ArrayList<>(List.of("g++", "-std=c++20", "-O1", "-pthread", "-w"));
    command.addAll(List.of("-DPRODUCTS=" + products, "-DFIELD16=" + shortFields));
    SOURCES.forEach(room -> command.addAll(List.of("-I", room.toString())));
    command.addAll(List.of("-o", program.toString(), "src/test/cuda/kernels_test.cpp"));
    run(command.toArray(String[]::new));
    String report = run(program.toString());
    assertThat(report.lines().filter(line -> line.contains("ok"))).hasSizeGreaterThan(15);
  }

  /** What g++ does not see: the words that only a GPU's compiler knows. */
  @ParameterizedTest
  @CsvSource({
    "adamw, THREADS=256",
    "gather, LAYERS=16",
    "guard, THREADS=256",
    "join, THREADS=256",
    "head, CIN=20 HIDDEN=80 COUT=2 WARPS=8",
    "head, CIN=30 HIDDEN=120 COUT=1 WARPS=2",
    "layer, CIN=64 COUT=64 N=256 RIN=32 ROUT=32 ACTIVE=1 BACKWARD=0 SLOPE=0 ADD=0 FROM_STATES=0 "
        + "TO_STATES=0 WARPS=8 BLOCKS=2 SPLIT=1 SPREAD=1",
    "layer, CIN=0 COUT=20 N=64 RIN=0 ROUT=24 ACTIVE=0 BACKWARD=1 SLOPE=1 ADD=1 FROM_STATES=0 "
        + "TO_STATES=0 WARPS=4 BLOCKS=4 SPLIT=2 SPREAD=0",
    "loss, N=64 DIMENSION=2 THREADS=256",
    "modes, CIN=32 COUT=32 WARPS=4 HID=32",
    "moments+gate, AXES=1 N=256 C=32 K=24 THREADS=256 ROW_THREADS=16 ROW_WARPS=4 LOOK_WARPS=16 "
        + "HID=32 FEATURES=8 EXTRA=0 MASK=255 ACT=0",
    "outer, CIN=2 COUT=64 FROM_STATES=1 WARPS=4",
    "resize, AXES=2 FROM=64 TO=32 WARPS=8",
    "rows, N=64 LINE=24 COLUMNS=12 HALF=12 SHARE=1 WARPS=4"
  })
  void kernels_compileForAGpu(String files, String sizes) throws Exception {
    assumeTrue(answers("nvcc", "--version"), "no nvcc: install NVIDIA's CUDA toolkit to run this");
    StringBuilder source = new StringBuilder();
    for (String file : ("prelude+" + files).split("\\+", -1)) {
      source.append(Files.readString(source(file + ".cu")));
    }
    Path text = Files.writeString(folder.resolve("kernel.cu"), source);
    List<String> command = new ArrayList<>(List.of("nvcc", "-ptx", "-arch=sm_90", "-std=c++17"));
    Arrays.stream(sizes.split(" ", -1)).map(size -> "-D" + size).forEach(command::add);
    command.addAll(List.of("-o", folder.resolve("kernel.ptx").toString(), text.toString()));
    assertThat(run(command.toArray(String[]::new))).doesNotContain("error");
  }

  private static Path source(String name) {
    return SOURCES.stream()
        .map(folder -> folder.resolve(name))
        .filter(Files::exists)
        .findFirst()
        .orElseThrow();
  }

  private static boolean answers(String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean hasCompiler() throws InterruptedException {
    try {
      Process gcc = new ProcessBuilder("g++", "-dumpversion").start();
      String version = new String(gcc.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return gcc.waitFor() == 0 && Integer.parseInt(version.strip().replaceAll("\\D.*", "")) >= 11;
    } catch (IOException e) {
      return false;
    }
  }

  private static String run(String... command) throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(Arrays.asList(command));
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }
}
