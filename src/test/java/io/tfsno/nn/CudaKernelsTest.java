package io.tfsno.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The arithmetic of the CUDA kernels on the CPU: src/test/cuda runs them lane by lane and holds
 * them against plain loops. Needs a C++20 compiler.
 */
class CudaKernelsTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"1,0", "3,0", "1,1"})
  void kernels_runLaneByLane_giveWhatPlainLoopsGive(int products, int shortFields)
      throws Exception {
    assumeTrue(
        hasCompiler(), "no g++ with C++20: install it (Debian: apt-get install g++) to run this");
    Path program = folder.resolve("kernels");
    run(
        "g++",
        "-std=c++20",
        "-O1",
        "-pthread",
        "-w",
        "-DPRODUCTS=" + products,
        "-DFIELD16=" + shortFields,
        "-I",
        "src/main/resources/io/tfsno/nn/cuda",
        "-o",
        program.toString(),
        "src/test/cuda/kernels_test.cpp");
    String report = run(program.toString());
    assertThat(report.lines().filter(line -> line.contains("ok"))).hasSizeGreaterThan(15);
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
