package io.tfsno;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** What tests of CUDA C need on machines without a GPU: an emulator, and NVIDIA's compiler. */
public final class CudaTools {
  public static final String NO_COMPILER =
      "no g++ with C++20: install it (Debian: apt-get install g++) to run this";
  public static final String NO_NVCC = "no nvcc: install NVIDIA's CUDA toolkit to run this";

  private static final Path TESTS = Path.of("src/test/cuda");

  private CudaTools() {}

  /** Compiles a program of src/test/cuda with our kernels, runs it and gives what it prints. */
  public static String runOnTheCpu(
      Path folder, String program, List<Path> sources, String... definitions)
      throws IOException, InterruptedException {
    Path made = folder.resolve("program");
    List<String> command = new ArrayList<>(List.of("g++", "-std=c++20", "-O0", "-w"));
    command.addAll(Arrays.asList(definitions));
    sources.forEach(room -> command.addAll(List.of("-I", room.toString())));
    command.addAll(List.of("-o", made.toString(), TESTS.resolve(program).toString()));
    run(command.toArray(String[]::new));
    return run(made.toString());
  }

  /** What CUDA's compiler says of a file. */
  public static String compiled(Path folder, Path text, Map<String, Integer> sizes)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("nvcc", "-ptx", "-arch=sm_90", "-std=c++17"));
    sizes.forEach((name, value) -> command.add("-D" + name + "=" + value));
    command.addAll(List.of("-o", folder.resolve("kernel.ptx").toString(), text.toString()));
    return run(command.toArray(String[]::new));
  }

  public static boolean hasNvcc() throws InterruptedException {
    try {
      return new ProcessBuilder("nvcc", "--version")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }

  public static boolean hasCompiler() throws InterruptedException {
    try {
      Process gcc = new ProcessBuilder("g++", "-dumpversion").start();
      String version = new String(gcc.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return gcc.waitFor() == 0 && Integer.parseInt(version.strip().replaceAll("\\D.*", "")) >= 11;
    } catch (IOException e) {
      return false;
    }
  }

  private static String run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }
}
