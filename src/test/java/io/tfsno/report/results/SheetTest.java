package io.tfsno.report.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SheetTest {
  @Test
  void places_areNamesNumbersOrEmpty() {
    Sheet sheet = new Sheet("some", "something", "name", "value", "count");
    sheet.row("plain", 0.0123456, 3);
    sheet.row("two, \"quoted\"", Double.NaN, 0);
    sheet.row(null, Double.POSITIVE_INFINITY, 1895016L);
    assertThat(sheet.csv())
        .isEqualTo(
            """
            name,value,count
            plain,0.01235,3
            "two, ""quoted""\",,0
            ,inf,1895016
            """);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1, -1, 2, 100, 12345, 0.05, 2.44e9, 4.333e-7, 1e-4, 0.099996})
  void number_readAgain_isTheSameToFourDigits(double value) {
    Sheet sheet = new Sheet("some", "something", "value");
    sheet.row(value);
    String text = sheet.csv().lines().toList().get(1);
    assertThat(Double.parseDouble(text))
        .isBetween(value - 5e-4 * Math.abs(value), value + 5e-4 * Math.abs(value));
    assertThat(text).hasSizeLessThanOrEqualTo(9).doesNotEndWith(".0");
  }

  @Test
  void row_ofOtherLength_isRefused() {
    assertThatThrownBy(() -> new Sheet("some", "something", "a", "b").row(1))
        .hasMessageContaining("1 places for 2 columns");
  }
}
