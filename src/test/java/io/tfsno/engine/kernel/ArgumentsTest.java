package io.tfsno.engine.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.engine.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ArgumentsTest {
  private static final String SOURCE =
      """
      KERNEL void __launch_bounds__(32 * WARPS, FEW ? 2 : 1)
          scale(const Field *from, float *to,
                float factor, int rows, size_t columns) {
      }
      """;

  private static Kernel scale() {
    return Kernels.of(SOURCE, Map.of()).kernel("scale", 0);
  }

  @Test
  void declaration_isReadWithTypesAndNames() {
    assertThat(KernelParameter.of(SOURCE, "scale"))
        .containsExactly(
            new KernelParameter(KernelParameter.Type.POINTER, "from"),
            new KernelParameter(KernelParameter.Type.POINTER, "to"),
            new KernelParameter(KernelParameter.Type.FLOAT, "factor"),
            new KernelParameter(KernelParameter.Type.INT, "rows"),
            new KernelParameter(KernelParameter.Type.SIZE_T, "columns"));
  }

  @Test
  void everyKernelOfTheProject_hasADeclarationThatCanBeRead() throws IOException {
    Pattern word = Pattern.compile("KERNEL void");
    Pattern name = Pattern.compile("KERNEL void\\s+(?:__launch_bounds__\\([^)]*\\)\\s+)?(\\w+)\\(");
    try (Stream<Path> files = Files.walk(Path.of("src/main/resources"))) {
      List<Path> sources = files.filter(file -> file.toString().endsWith(".cu")).toList();
      assertThat(sources).hasSizeGreaterThan(10);
      for (Path file : sources) {
        String source = Files.readString(file);
        List<String> kernels = name.matcher(source).results().map(m -> m.group(1)).toList();
        assertThat(kernels).hasSize((int) word.matcher(source).results().count());
        assertThat(kernels).allSatisfy(k -> assertThat(KernelParameter.of(source, k)).isNotEmpty());
      }
    }
  }

  @Test
  void launch_asDeclared_isTaken() {
    Tensor t = Tensor.of(new float[] {1}, 1);
    try (Launches launches = new Launches()) {
      scale()
          .launch(
              1,
              32,
              new Arguments()
                  .pointer("from", t)
                  .none("to")
                  .number("factor", 2f)
                  .number("rows", 1)
                  .number("columns", 1L));
      assertThat(launches.kernels()).containsExactly("scale");
    }
  }

  @Test
  void launch_withParametersInAnotherOrder_isRefused() {
    try (Launches launches = new Launches()) {
      Arguments swapped =
          new Arguments()
              .none("to")
              .none("from")
              .number("factor", 2f)
              .number("rows", 1)
              .number("columns", 1L);
      assertThatThrownBy(() -> scale().launch(1, 32, swapped))
          .hasMessageContaining("'scale'")
          .hasMessageContaining("not [POINTER to, POINTER from, ");
      assertThat(launches.kernels()).isEmpty();
    }
  }

  @Test
  void launch_withANumberOfAnotherTypeOrOneTooFew_isRefused() {
    try (Launches launches = new Launches()) {
      Arguments few =
          new Arguments().none("from").none("to").number("factor", 2f).number("rows", 1);
      assertThatThrownBy(() -> scale().launch(1, 32, few))
          .isInstanceOf(IllegalArgumentException.class);
      few.number("columns", 1);
      assertThatThrownBy(() -> scale().launch(1, 32, few)).hasMessageContaining("SIZE_T");
      assertThat(launches.kernels()).isEmpty();
    }
  }

  @Test
  void tensorThatIsMissing_isNotTakenForNone() {
    assertThatThrownBy(() -> new Arguments().pointer("from", null)).hasMessageContaining("'from'");
  }
}
