package io.tfsno.report.results;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlainTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          <script>alert(1)</script> | &lt;script>alert(1)&lt;/script>
          a <img src=x onerror=y> b | a &lt;img src=x onerror=y> b
          <!-- gone --> | &lt;!-- gone -->
          p < 0.05 and q <= 1 | p < 0.05 and q <= 1
          `Map<String>` and <b> | `Map<String>` and &lt;b>
          `a`<b>`c` | `a`&lt;b>`c`
          one ` alone <b> | one ` alone &lt;b>
          """)
  void text_keepsItsMeaningWithoutTags(String text, String plain) {
    assertThat(Plain.of(text)).isEqualTo(plain);
  }
}
