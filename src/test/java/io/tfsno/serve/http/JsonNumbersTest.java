package io.tfsno.serve.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class JsonNumbersTest {
  @ParameterizedTest
  @CsvSource({"0", "-1.5", "3.4028235e38", "3.5e38", "-1e300", "1.7976931348623157e308"})
  void number_thatIsFinite_isANumberInJsonToo(double value) {
    StringBuilder text = new StringBuilder();
    JsonNumbers.write(text, new double[] {value});
    JsonNode read = new JsonMapper().readTree(text.toString()).get(0);
    assertThat(read.isNumber()).as(text.toString()).isTrue();
    assertThat(read.doubleValue()).isCloseTo(value, withPercentage(1e-4));
  }

  @ParameterizedTest
  @CsvSource({"NaN", "Infinity", "-Infinity"})
  void number_thatIsNotFinite_isNull(double value) {
    StringBuilder text = new StringBuilder();
    JsonNumbers.write(text, new double[] {value});
    assertThat(text.toString()).isEqualTo("[null]");
  }
}
