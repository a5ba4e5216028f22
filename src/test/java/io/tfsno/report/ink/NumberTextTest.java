package io.tfsno.report.ink;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class NumberTextTest {
  @Test
  void labels_ordinaryNumbers_shareTheirDecimals() {
    assertThat(linear("-0.5", "0", "0.5", "1")).containsExactly("−0.5", "0.0", "0.5", "1.0");
    assertThat(linear("0", "2000", "4000")).containsExactly("0", "2000", "4000");
    assertThat(linear("1.00001", "1.00002")).containsExactly("1.00001", "1.00002");
  }

  @Test
  void labels_smallOrLargeNumbers_shareAPowerOfTen() {
    assertThat(linear("-0.0002", "0", "0.0002")).containsExactly("−2×10⁻⁴", "0", "2×10⁻⁴");
    assertThat(linear("0.00002", "0.00008", "0.0001"))
        .containsExactly("2×10⁻⁵", "8×10⁻⁵", "10×10⁻⁵");
    assertThat(linear("1E6", "1.5E6", "2E6")).containsExactly("1.0×10⁶", "1.5×10⁶", "2.0×10⁶");
  }

  @Test
  void labels_logarithmicAxis_arePowersOrPlainNumbers() {
    assertThat(log("1E-12", "1", "1E10")).containsExactly("10⁻¹²", "10⁰", "10¹⁰");
    assertThat(log("0.05", "0.1", "0.2")).containsExactly("0.05", "0.1", "0.2");
    assertThat(log("9.8E6", "1E7", "1.02E7")).containsExactly("9.8×10⁶", "1×10⁷", "1.02×10⁷");
    assertThat(log("3.1", "3.15", "3.2")).containsExactly("3.10", "3.15", "3.20");
  }

  @Test
  void labels_none_isEmpty() {
    assertThat(linear()).isEmpty();
    assertThat(linear("0")).containsExactly("0");
  }

  private static List<String> linear(String... values) {
    return NumberText.labels(Stream.of(values).map(BigDecimal::new).toList(), Scale.LINEAR);
  }

  private static List<String> log(String... values) {
    return NumberText.labels(Stream.of(values).map(BigDecimal::new).toList(), Scale.LOG10);
  }
}
