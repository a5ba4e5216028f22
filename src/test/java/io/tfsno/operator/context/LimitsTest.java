package io.tfsno.operator.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Parameters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Of a context of two numbers: one between 0 and 2 in training, one that is always 7. */
@ExtendWith(PerTestScope.class)
class LimitsTest {
  private static final float[] TRAINING = {0, 7, 2, 7, 1, 7};

  private static double[] code(Limits limits, float first, float second) {
    return limits.of(numbers(first, second)).toDoubles();
  }

  private static Tensor numbers(float... values) {
    return Tensor.of(values, values.length / 2, 2);
  }

  private static Limits limits(Parameters parameters, double widths) {
    Limits limits = new Limits(parameters, widths, 2);
    parameters.allocate(Device.CPU, new Rng(1));
    return limits;
  }

  @Test
  void numbers_beyondTheRangeInTrainingAndSomeWidths_countAsTheNearest() {
    try (Parameters parameters = new Parameters()) {
      Limits limits = limits(parameters, 0.5);
      limits.calibrate(numbers(TRAINING));
      assertThat(code(limits, 2.75f, 7)).containsExactly(2.75, 7);
      assertThat(code(limits, -0.75f, 7)).containsExactly(-0.75, 7);
      assertThat(code(limits, 50, 8)).containsExactly(3, 7);
      assertThat(code(limits, -50, -8)).containsExactly(-1, 7);
    }
  }

  @Test
  void widthsOfZero_endWhereTheTrainingEnds() {
    try (Parameters parameters = new Parameters()) {
      Limits limits = limits(parameters, 0);
      limits.calibrate(numbers(TRAINING));
      assertThat(code(limits, 2.5f, 7)).containsExactly(2, 7);
      assertThat(code(limits, 1.5f, 7)).containsExactly(1.5, 7);
    }
  }

  @Test
  void numbers_beforeAnyTraining_areAllBelieved() {
    try (Parameters parameters = new Parameters()) {
      assertThat(code(limits(parameters, 0.5), 3e30f, -3e30f)).containsExactly(3e30f, -3e30f);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, Double.NaN, 1e9})
  void limit_thatIsNoWidth_isRefused(double widths) {
    assertThatThrownBy(() -> ContextSpec.defaults().withLimit(widths))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("model.context.limit from 0 to 1000");
  }
}
