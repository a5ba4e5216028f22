package io.tfsno.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TableTest {
  @Test
  void error_keepsThreeDigits_whereFourDecimalsWouldHideIt() {
    assertThat(Table.error(0.01234)).isEqualTo("0.0123");
    assertThat(Table.error(1.5)).isEqualTo("1.5000");
    assertThat(Table.error(9.829e-5)).isEqualTo("9.83e-05");
    assertThat(Table.error(0)).isEqualTo("0.0000");
    assertThat(Table.error(Double.NaN)).isEqualTo("NaN");
  }
}
