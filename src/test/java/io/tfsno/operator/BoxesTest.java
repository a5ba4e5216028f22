package io.tfsno.operator;

import static io.tfsno.nn.TestFields.distance;
import static io.tfsno.nn.TestFields.largest;
import static io.tfsno.nn.TestFields.noise;
import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.engine.Autograd;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Parameter;
import io.tfsno.spectral.Points;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every model on a rectangle and in a box. */
@ExtendWith(PerTestScope.class)
class BoxesTest {
  static Stream<Arguments> models() {
    return SmallSpecs.names()
        .flatMap(name -> Stream.of(Arguments.of(name, 2), Arguments.of(name, 3)));
  }

  private static Operator stirred(String name, int dimension) {
    Operator operator = Built.build(SmallSpecs.of(name, dimension), SmallSpecs.shape(dimension));
    Built.stir(operator, 0.1);
    return operator;
  }

  private static Tensor states(int dimension) {
    return noise(1, SmallSpecs.shape(dimension).states(2));
  }

  @ParameterizedTest
  @MethodSource("models")
  void step_keepsTheShapeAndSamplesApart(String name, int dimension) {
    try (Operator operator = stirred(name, dimension);
        Autograd.Mode off = Autograd.off()) {
      Tensor u = states(dimension);
      Tensor next = operator.forward(u);
      assertThat(next.shape()).isEqualTo(u.shape());
      assertThat(next.allFinite()).isTrue();
      Tensor alone = operator.forward(u.narrow(0, 1, 1));
      assertThat(distance(alone, next.narrow(0, 1, 1))).isLessThan(1e-4 * largest(next));
    }
  }

  @ParameterizedTest
  @MethodSource("models")
  void loss_reachesEveryParameter(String name, int dimension) {
    try (Operator operator = stirred(name, dimension)) {
      operator.forward(states(dimension)).square().mean().backward();
      for (Parameter parameter : operator.parameters().entries()) {
        assertThat(parameter.gradient().allFinite()).as(parameter.name()).isTrue();
        assertThat(largest(parameter.gradient())).as(parameter.name()).isPositive();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("models")
  void shift_ofTheStatedSize_commutesAlongEveryAxis(String name, int dimension) {
    int shift = Operators.of(name).traits().shift();
    if (shift == 0) {
      return;
    }
    try (Operator operator = stirred(name, dimension);
        Autograd.Mode off = Autograd.off()) {
      Tensor u = states(dimension);
      Tensor answer = operator.forward(u);
      for (int axis = 2; axis < 2 + dimension; axis++) {
        Tensor moved = operator.forward(u.roll(shift, axis));
        assertThat(distance(moved, answer.roll(shift, axis)))
            .as("axis " + axis)
            .isLessThan(2e-5 * largest(answer));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("models")
  void fieldThatIsConstantAlongAnAxis_givesTheSameWithMorePointsAlongIt(
      String name, int dimension) {
    Operators.Model model = Operators.of(name);
    if (!model.traits().resolutionInvariant()) {
      return;
    }
    Points points = SmallSpecs.shape(dimension).points();
    int[] twice = points.toArray();
    twice[dimension - 1] *= 2;
    try (Operator operator = stirred(name, dimension);
        Autograd.Mode off = Autograd.off()) {
      long[] line = points.shape(1, 1);
      line[line.length - 1] = 1;
      Tensor u = noise(3, line);
      Tensor here = operator.forward(u.expand(points.shape(1, 1)).contiguous());
      Tensor there = operator.forward(u.expand(Points.of(twice).shape(1, 1)).contiguous());
      Tensor cut = there.narrow(-1, 0, points.last());
      assertThat(distance(here, cut)).isLessThan(1e-4 * largest(here));
    }
  }
}
