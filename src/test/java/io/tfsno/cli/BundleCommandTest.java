package io.tfsno.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.tfsno.base.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The bundle's own launcher is run with a stand-in for Java that prints how it was called. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class BundleCommandTest {
  private static final Path SCRIPTS = Path.of("packaging").toAbsolutePath();

  @TempDir private Path temp;
  private Path bundle;
  private Path torch;

  @BeforeEach
  void makeABundleOfStandIns() throws IOException {
    bundle = Files.createDirectories(temp.resolve("a folder/tfsno-1.0"));
    Files.copy(SCRIPTS.resolve("bundle-launcher.sh"), bundle.resolve("tfsno"));
    Files.copy(SCRIPTS.resolve("jvm.sh"), bundle.resolve("jvm.sh"));
    Files.copy(SCRIPTS.resolve("archive.sh"), bundle.resolve("archive.sh"));
    for (String jar : List.of("b.jar", "tfsno.jar")) {
      Files.createFile(Files.createDirectories(bundle.resolve("lib")).resolve(jar));
    }
    executable(
        bundle.resolve("runtime/bin/java"),
        "printf '%s\\n' \"$@\" \"LD=$LD_LIBRARY_PATH\" \"BLAS=$OPENBLAS_NUM_THREADS\"");
    Files.writeString(bundle.resolve("runtime/release"), "JAVA_VERSION=\"17.0.1\"\n");
    torch = Files.createDirectories(temp.resolve("site packages/torch/lib"));
    Files.createFile(torch.resolve("libtorch_cpu.so"));
    Files.createFile(torch.resolve("libtorch_cuda.so"));
    Files.createDirectories(temp.resolve("site packages/nvidia/cu13/lib"));
    Files.createDirectories(temp.resolve("site packages/nvidia/cudnn/lib"));
  }

  @Test
  void launcher_withTorchLib_putsEveryLibraryFolderOnBothPaths() throws Exception {
    Cli.Result result = launch(Map.of(), "--torch-lib", torch, "doctor", "--json");
    String nvidia = temp.resolve("site packages/nvidia").toString();
    String path =
        "%s/jni:%s:%s/cu13/lib:%s/cudnn/lib".formatted(bundle, torch, nvidia, nvidia)
            + ":/of/the/user";
    assertThat(result.exit()).isZero();
    assertThat(result.out().lines().toList())
        .contains("BLAS=1")
        .anyMatch(line -> line.startsWith("-Djava.library.path=" + path))
        .anyMatch(line -> line.startsWith("LD=" + path))
        .contains("-Dorg.bytedeco.javacpp.pathsFirst=true")
        .contains("-Dorg.bytedeco.javacpp.platform.extension=-gpu")
        .contains("-Dorg.bytedeco.javacpp.nopointergc=true")
        .containsSequence(
            "%s/lib/b.jar:%s/lib/tfsno.jar".formatted(bundle, bundle),
            "io.tfsno.cli.Main",
            "doctor",
            "--json")
        .doesNotContain("--torch-lib");
  }

  @Test
  void launcher_withTorchLibAfterADoubleDash_leavesItToTheProgram() throws Exception {
    Cli.Result result =
        launch(Map.of("TFSNO_TORCH_LIB", torch.toString()), "launch", "--", "--torch-lib", "x y");
    assertThat(result.out().lines()).containsSequence("launch", "--", "--torch-lib", "x y");
  }

  @Test
  void launcher_withAnInstalledPyTorch_findsItThroughPython() throws Exception {
    assumeThat(Path.of("/usr/bin/python3")).exists();
    Files.createFile(torch.getParent().resolve("__init__.py"));
    Cli.Result result =
        launch(
            Map.of("PYTHONPATH", temp.resolve("site packages").toString(), "PATH", "/usr/bin:/bin"),
            "doctor");
    assertThat(result.out()).contains("-Dtfsno.torch.lib=" + torch);
  }

  @Test
  void launcher_askingTheSamePython_asksOnce() throws Exception {
    assumeThat(Path.of("/usr/bin/python3")).exists();
    Files.createFile(torch.getParent().resolve("__init__.py"));
    Map<String, String> environment =
        Map.of("PYTHONPATH", temp.resolve("site packages").toString(), "PATH", "/usr/bin:/bin");
    assertThat(launch(environment, "doctor").out()).contains("-Dtfsno.torch.lib=" + torch);
    Path answer = bundle.resolve("cache/torch");
    Path elsewhere = Files.createDirectories(temp.resolve("elsewhere"));
    Files.createFile(elsewhere.resolve("libtorch_cpu.so"));
    Files.createFile(elsewhere.resolve("libtorch_cuda.so"));
    Files.setLastModifiedTime(elsewhere, FileTime.fromMillis(0));
    String written = Files.readString(answer);
    Files.writeString(answer, written.replace(torch.toString(), elsewhere.toString()));
    assertThat(launch(environment, "doctor").out()).contains("-Dtfsno.torch.lib=" + elsewhere);
    // An answer that no longer stands, and another question.
    Files.delete(elsewhere.resolve("libtorch_cpu.so"));
    assertThat(launch(environment, "doctor").out()).contains("-Dtfsno.torch.lib=" + torch);
    assertThat(launch(Map.of("PATH", "/usr/bin:/bin"), "doctor").out())
        .doesNotContain(torch.toString());
  }

  @Test
  void launcher_withAListOfClasses_makesAnArchiveOnceForThisPlace() throws Exception {
    executable(
        bundle.resolve("runtime/bin/java"),
        """
        for word; do
          case "$word" in -XX:SharedArchiveFile=*) file="${word#*=}" ;; esac
        done
        if [ "$1" = -Xshare:dump ]; then echo archive >"$file"; echo noise; else printf '%s\\n' "$@"; fi
        """);
    Files.writeString(bundle.resolve("classes.list"), "java/lang/Object\n");
    Map<String, String> environment = Map.of("TFSNO_TORCH_LIB", torch.toString());
    Cli.Result first = launch(environment, "doctor");
    String flag = "-XX:SharedArchiveFile=" + bundle.resolve("cache/classes.jsa");
    assertThat(first.out()).contains(flag).doesNotContain("noise");
    assertThat(first.err()).contains("faster starts").hasLineCount(1);
    assertThat(launch(environment, "doctor").err()).isEmpty();
    bundle = Files.move(bundle, bundle.resolveSibling("moved"));
    assertThat(launch(environment, "doctor").err()).contains("faster starts");
    assertThat(bundle.resolve("cache")).isDirectoryNotContaining("glob:**.jsa.[0-9]*");
  }

  @Test
  void launcher_whoseArchiveCannotBeMade_startsWithoutAndDoesNotTryAgain() throws Exception {
    Files.writeString(bundle.resolve("classes.list"), "java/lang/Object\n");
    Map<String, String> environment = Map.of("TFSNO_TORCH_LIB", torch.toString());
    assertThat(launch(environment, "doctor").out())
        .contains("io.tfsno.cli.Main")
        .doesNotContain("SharedArchiveFile");
    assertThat(launch(environment, "doctor").err()).isEmpty();
  }

  @Test
  void launcher_whereTheWorkingFolderHoldsATorch_doesNotTakeIt() throws Exception {
    Files.createFile(torch.getParent().resolve("__init__.py"));
    assertThat(launch(Map.of(), "doctor").out()).doesNotContain(torch.toString());
  }

  @Test
  void launcher_whereThereIsNoPyTorch_saysHowToNameOne() throws Exception {
    executable(temp.resolve("bin/python3"), "exit 1");
    Cli.Result result = launch(Map.of("PATH", temp.resolve("bin") + ":/usr/bin:/bin"), "doctor");
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err())
        .contains("expected an installed PyTorch, found none with " + temp.resolve("bin/python3"))
        .contains("--torch-lib DIR")
        .hasLineCount(1);
  }

  @Test
  void launcher_withAFolderWithoutLibtorch_saysWhichFolderIsMeant() throws Exception {
    Cli.Result option = launch(Map.of(), "--torch-lib=" + temp, "doctor");
    assertThat(option.exit()).isEqualTo(2);
    assertThat(option.err()).contains("libtorch_cpu.so in --torch-lib, found none in '" + temp);
    Cli.Result variable = launch(Map.of("TFSNO_TORCH_LIB", temp.toString()), "doctor");
    assertThat(variable.exit()).isEqualTo(2);
    assertThat(variable.err()).contains("in TFSNO_TORCH_LIB");
    assertThat(launch(Map.of(), "doctor", "--torch-lib").exit()).isEqualTo(2);
  }

  @Test
  void launcher_withAPyTorchWithoutCuda_saysThatItNeedsCuda() throws Exception {
    Files.delete(torch.resolve("libtorch_cuda.so"));
    Cli.Result result = launch(Map.of(), "doctor", "--torch-lib", torch);
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err()).contains("expected a PyTorch with CUDA");
  }

  @Test
  void bundle_withoutAFolder_isRefused() {
    Cli.Result result = Cli.run("bundle");
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err()).contains("--out");
  }

  @Test
  void bundle_outsideACheckout_saysWhereItIsMade() {
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(() -> BundleCommand.script(null))
        .withMessageContaining("found no checkout");
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(() -> BundleCommand.script(temp.toString()))
        .withMessageContaining("found no " + temp);
    assertThat(BundleCommand.script(".")).isRegularFile();
  }

  @Test
  void script_whereTheArchiveExists_leavesItAlone() throws Exception {
    Path checkout = Files.createDirectories(temp.resolve("checkout/packaging"));
    Files.copy(SCRIPTS.resolve("bundle.sh"), checkout.resolve("bundle.sh"));
    Path jar = checkout.resolveSibling("target/tfsno.jar");
    Files.createFile(Files.createDirectories(jar.getParent()).resolve("tfsno.jar"));
    executable(temp.resolve("jdk/bin/jlink"), "exit 1");
    executable(temp.resolve("bin/mvn"), "exit 1");
    Path out = Files.createDirectories(temp.resolve("out"));
    Path archive = Files.writeString(out.resolve("tfsno-1.0-linux-x86_64-gpu.tar.xz"), "whole");
    Files.writeString(out.resolve("tfsno-1.0-linux-x86_64-gpu.tar.gz"), "whole");
    Map<String, String> path = Map.of("PATH", temp.resolve("bin") + ":/usr/bin:/bin");
    List<Object> command =
        List.of("bash", checkout.resolve("bundle.sh"), out, "1.0", temp.resolve("jdk"));

    Cli.Result refused = start(path, command);
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("add --force to replace it").hasLineCount(1);

    Cli.Result failed = start(path, Stream.concat(command.stream(), Stream.of("--force")).toList());
    assertThat(failed.exit()).isEqualTo(1);
    assertThat(failed.err()).contains("Maven could not fetch");
    assertThat(archive).hasContent("whole");
    assertThat(out).isDirectoryNotContaining("glob:**.part");
  }

  private Cli.Result launch(Map<String, String> environment, Object... args) throws Exception {
    return start(
        environment, Stream.concat(Stream.of(bundle.resolve("tfsno")), Stream.of(args)).toList());
  }

  /** Runs a command in the folder that holds "torch", with that environment on top of ours. */
  private Cli.Result start(Map<String, String> environment, List<Object> command)
      throws IOException, InterruptedException {
    Path out = temp.resolve("stdout");
    Path err = temp.resolve("stderr");
    ProcessBuilder builder =
        new ProcessBuilder(command.stream().map(Object::toString).toList())
            .directory(torch.getParent().getParent().toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().remove("TFSNO_TORCH_LIB");
    builder.environment().remove("TFSNO_JAVA_OPTS");
    builder.environment().remove("OPENBLAS_NUM_THREADS");
    builder.environment().put("LD_LIBRARY_PATH", "/of/the/user");
    builder.environment().putAll(environment);
    int exit = builder.start().waitFor();
    return new Cli.Result(exit, Files.readString(out), Files.readString(err));
  }

  private static void executable(Path file, String body) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + body + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }
}
