package io.tfsno.operator.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.base.UserError;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.AxisModes;
import io.tfsno.operator.Built;
import io.tfsno.operator.Coordinates;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Operator;
import io.tfsno.operator.Operators;
import io.tfsno.operator.PhysicsTerm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(PerTestScope.class)
class PinoTest {
  private static PinoSpec pino(FnoSpec f) {
    return new PinoSpec(
        f.width(), f.modes(), f.layers(), f.head(), f.coords(), f.predictDelta(), 0.1, 0.1, null);
  }

  @ParameterizedTest
  @CsvSource({"1, 256, 549505", "2, 64, 1813481"})
  void parameters_ofTheDefaults_areThoseOfTheFno(int dimension, int points, long count) {
    FieldShape shape = new FieldShape(dimension, points, 1, 1);
    assertThat(PinoSpec.defaults(dimension).parameterCount(shape)).isEqualTo(count);
    assertThat(FnoSpec.defaults(dimension).parameterCount(shape)).isEqualTo(count);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void network_ofTheSameSeed_isTheFno(int dimension) {
    try (Operator fno = Built.build(Built.fno(dimension), Built.shape(dimension));
        Operator pino = Built.build(pino(Built.fno(dimension)), Built.shape(dimension))) {
      assertThat(pino.parameters().flat().toFloats())
          .containsExactly(fno.parameters().flat().toFloats());
      Tensor u = Built.states(dimension, 2);
      assertThat(pino.forward(u).toFloats()).containsExactly(fno.forward(u).toFloats());
      assertThat(pino.spec()).isEqualTo(pino(Built.fno(dimension)));
      assertThat(pino.spec().model()).isEqualTo("pino");
    }
  }

  @Test
  void physics_isAskedForByPinoAlone() {
    for (Operators.Model model : Operators.all()) {
      assertThat(model.defaults().apply(1).physics().present())
          .as(model.name())
          .isEqualTo(model.name().equals("pino"));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "500, 0, 0.002",
    "500, 24, 0.05",
    "500, 49, 0.1",
    "500, 50, 0.1",
    "500, 499, 0.1", //
    "5, 0, 0.1",
    "1, 0, 0.1"
  })
  void weight_overTheFirstTenthOfTheEpochs_growsLinearly(int epochs, int epoch, double weight) {
    assertThat(new PhysicsTerm(0.1, 0.1).weight(epoch, epochs)).isCloseTo(weight, within(1e-15));
    assertThat(new PhysicsTerm(0.1, 0).weight(epoch, epochs)).isEqualTo(0.1);
    assertThat(PhysicsTerm.NONE.weight(epoch, epochs)).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "-1, 0.1, 'expected physicsWeight >= 0, found -1.0. Try 0.1.'",
    "NaN, 0.1, 'expected physicsWeight >= 0, found NaN. Try 0.1.'",
    "0.1, 1.5, 'expected warmUp from 0 to 1, found 1.5. Try 0.1.'"
  })
  void term_outOfRange_isRefused(double weight, double warmUp, String message) {
    assertThatThrownBy(
            () ->
                new PinoSpec(
                    8, AxisModes.of(4), 2, 8, Coordinates.NONE, false, weight, warmUp, null))
        .isInstanceOf(UserError.class)
        .hasMessage(message);
  }
}
