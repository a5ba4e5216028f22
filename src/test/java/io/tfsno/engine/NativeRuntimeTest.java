package io.tfsno.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NativeRuntimeTest {
  @TempDir private Path torch;

  @ParameterizedTest
  @CsvSource({
    "2.10.0+cu128, 'ok: JNI libraries built for 2.10.0, libtorch is 2.10.0+cu128'",
    "2.11.0+cu130, 'ok: JNI libraries built for 2.10.0, libtorch is 2.11.0+cu130, known to work'",
    "2.9.1, 'warning: JNI libraries built for 2.10.0, libtorch is 2.9.1, a pair that has not been tried'",
    "2.1.0, 'warning: JNI libraries built for 2.10.0, libtorch is 2.1.0, a pair that has not been tried'"
  })
  void match_ofAnInstalledPyTorch_dependsOnItsMinorVersion(String version, String said)
      throws IOException {
    NativeRuntime runtime = installed("__version__ = '" + version + "'\ncuda: str = '13.0'\n");
    assertThat(runtime.match()).isEqualTo(said);
    assertThat(runtime.describe())
        .isEqualTo("PyTorch %s installed in %s".formatted(version, torch.resolve("lib")));
  }

  @Test
  void requireSameMinor_refusesAVersionThatIsOnlyKnownToWork() throws IOException {
    assertThatThrownBy(
            () -> installed("__version__ = '2.11.0+cu130'\n").requireSameMinor("several ranks"))
        .isInstanceOf(UserError.class)
        .hasMessageContainingAll("libtorch 2.10 for several ranks", "PyTorch 2.11.0+cu130");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2.10.0+cu128", "2.10.1"})
  void requireSameMinor_acceptsWhatWeWereMadeFor(String version) throws IOException {
    installed("__version__ = '" + version + "'\n").requireSameMinor("several ranks");
  }

  @Test
  void match_withoutAVersionFile_warns() {
    NativeRuntime runtime = NativeRuntime.installed(torch.resolve("lib"), "2.10.0");
    assertThat(runtime.match()).startsWith("warning").contains("libtorch is unknown");
  }

  @Test
  void current_inTheTests_isMavensAndMatches() {
    NativeRuntime runtime = NativeRuntime.current("2.10.0-1.5.13");
    assertThat(runtime.describe()).startsWith("libtorch 2.10.0").endsWith("from Maven");
    assertThat(runtime.match()).startsWith("ok");
  }

  @Test
  void advice_namesTheDriverTheVersionOrTheCache() throws IOException {
    NativeRuntime installed = installed("__version__ = \"2.14.1+cu130\"");
    assertThat(installed.advice("libcuda.so.1: cannot open shared object file", "cache"))
        .contains("NVIDIA's driver");
    assertThat(installed.advice("undefined symbol: f", "cache"))
        .contains(
            "built for libtorch 2.10.0", "PyTorch 2.14.1+cu130", "name the folder of another");
    assertThat(
            new NativeRuntime(NativeRuntime.Kind.MAVEN_CPU, null, "2.10.0", "2.10.0")
                .advice("file too short", "cache"))
        .contains("delete the folder cache");
    assertThat(
            new NativeRuntime(NativeRuntime.Kind.MAVEN_GPU, null, "2.10.0", "2.10.0")
                .advice("libcudnn.so.9: cannot open", "cache"))
        .contains("cuDNN 9");
  }

  private NativeRuntime installed(String versionFile) throws IOException {
    Files.writeString(torch.resolve("version.py"), versionFile);
    return NativeRuntime.installed(Files.createDirectories(torch.resolve("lib")), "2.10.0");
  }
}
