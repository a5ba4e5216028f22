package io.tfsno.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** docs/models.md has a row and a part for every model. */
class ModelsPageTest {
  private static final Path PAGE = Path.of("docs", "models.md");

  static Stream<String> names() {
    return Operators.names().stream();
  }

  @ParameterizedTest
  @MethodSource("names")
  void page_hasARowWithTheSizesOfTheModel_andItsPart(String name) throws IOException {
    List<String> lines = Files.readAllLines(PAGE);
    Operators.Model model = Operators.of(name);
    String line = count(model, new FieldShape(1, 256, 1, 1));
    String plane = count(model, new FieldShape(2, 64, 1, 1));

    String row =
        lines.stream().filter(l -> l.startsWith("| [" + name + "](#")).findFirst().orElse("");
    assertThat(row).contains("| %s | %s |".formatted(line, plane));
    String anchor = row.substring(row.indexOf("(#") + 2, row.indexOf(')'));
    assertThat(lines.stream().map(l -> l.toLowerCase(Locale.ROOT))).contains("## " + anchor);
  }

  private static String count(Operators.Model model, FieldShape shape) {
    long count = model.defaults().apply(shape.dimension()).parameterCount(shape);
    return String.format(Locale.ROOT, "%,d", count);
  }
}
