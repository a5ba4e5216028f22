package io.tfsno.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tfsno.OtherJvm;
import io.tfsno.base.UserError;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.openblas.global.openblas_nolapack;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NativesTest {
  private static final String PLATFORM = "linux-x86_64";

  @Test
  void check_withNoLibrary_namesTheArtifactsToAdd() {
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(() -> Natives.check(PLATFORM, resource -> false))
        .withMessageContaining("expected one native libtorch for linux-x86_64 on the class path")
        .withMessageContaining("found none")
        .withMessageContaining("Add org.bytedeco:pytorch with the classifier 'linux-x86_64'")
        .withMessageContaining("javacpp and openblas");
  }

  @Test
  void check_withTwoVariants_namesBothAndSaysToRemoveOne() {
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(() -> Natives.check(PLATFORM, resource -> true))
        .withMessageContaining("found linux-x86_64 and linux-x86_64-gpu")
        .withMessageContaining("Remove one of the two org.bytedeco:pytorch jars");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/linux-x86_64/", "/linux-x86_64-gpu/"})
  void check_withOneVariant_isContent(String folder) {
    assertThatCode(() -> Natives.check(PLATFORM, resource -> resource.contains(folder)))
        .doesNotThrowAnyException();
  }

  @Test
  void check_ofAnotherPlatform_looksForThatPlatformOnly() {
    List<String> asked = new ArrayList<>();
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(
            () ->
                Natives.check(
                    "macosx-arm64",
                    resource -> {
                      asked.add(resource);
                      return false;
                    }))
        .withMessageContaining("'macosx-arm64'");
    assertThat(asked)
        .isNotEmpty()
        .allMatch(r -> r.startsWith("/org/bytedeco/pytorch/macosx-arm64"));
  }

  /** Another process, as a program that embeds us and has not read how. */
  static final class Embedding {
    private Embedding() {}

    public static void main(String[] args) {
      Natives.load();
      System.out.println("threads " + openblas_nolapack.blas_get_num_threads());
    }
  }

  @Test
  void load_inAPlainEnvironment_keepsOpenBlasToOneThread() throws Exception {
    assertThat(embedding(null)).contains("threads 1");
    // -1: nobody has set it, so that the environment decides.
    assertThat(embedding("2")).contains("threads -1");
  }

  private static String embedding(String threads) throws Exception {
    ProcessBuilder other =
        new ProcessBuilder(OtherJvm.command(Embedding.class)).redirectErrorStream(true);
    other.environment().remove("OPENBLAS_NUM_THREADS");
    if (threads != null) {
      other.environment().put("OPENBLAS_NUM_THREADS", threads);
    }
    Process started = other.start();
    String said = new String(started.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(started.waitFor()).as(said).isZero();
    return said;
  }

  @Test
  void load_calledAgain_isHarmless() {
    Natives.load();
    Natives.load();
    assertThat(Threads.perOperation()).isPositive();
  }
}
