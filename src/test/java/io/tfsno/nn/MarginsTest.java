package io.tfsno.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.engine.Convolution;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Margins.Rule;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(PerTestScope.class)
class MarginsTest {
  private final Constants constants = new Constants();
  private final Margins margins = new Margins(constants);

  @AfterEach
  void free() {
    constants.close();
  }

  @ParameterizedTest
  @CsvSource({
    "WRAP, '3 4 1 2 3 4 1 2'",
    "MIRROR, '2 1 1 2 3 4 4 3'",
    "ZERO, '0 0 1 2 3 4 0 0'",
  })
  void addedPoints_followTheirRule(Rule rule, String expected) {
    Tensor field = Tensor.of(new float[] {1, 2, 3, 4}, 1, 4);
    StringBuilder found = new StringBuilder();
    for (float value : margins.add(field, -1, 2, rule).toFloats()) {
      found.append((int) value).append(' ');
    }
    assertThat(found.toString().trim()).isEqualTo(expected);
  }

  @Test
  void kernelInsideAWrappedField_isThePeriodicConvolution() {
    Tensor field = TestFields.noise(1, 2, 3, 6, 8);
    Tensor kernel = TestFields.noise(2, 4, 3, 3, 3);
    Tensor wrapped = margins.add(margins.add(field, 2, 1, Rule.WRAP), 3, 1, Rule.WRAP);
    Tensor found = Convolution.inside(wrapped, kernel, null, 1);
    assertThat(found.toFloats())
        .containsExactly(Convolution.periodic(field, kernel, null, 1).toFloats());
  }

  @Test
  void marginWiderThanTheField_isRefused() {
    Tensor field = Tensor.of(new float[] {1, 2}, 1, 2);
    assertThatThrownBy(() -> margins.add(field, -1, 3, Rule.MIRROR))
        .hasMessageContaining("at most 2 points, not 3");
  }
}
