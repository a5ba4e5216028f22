package io.tfsno.operator;

import static io.tfsno.nn.TestFields.distance;
import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.engine.Autograd;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.TestFields;
import io.tfsno.spectral.Points;
import io.tfsno.spectral.Resample;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** An operator is one function: on every grid that resolves a field it gives the same answer. */
@ExtendWith(PerTestScope.class)
class OtherGridsTest {
  /** Relative to the answer's deviation: what activations add beyond the coarser grid's waves. */
  private static final double RESOLUTION = 0.05;

  /** Half of 16 points tell only 4 waves apart. */
  private static final double COARSE_RESOLUTION = 0.2;

  /** Those that claim it; PINO is the network of FNO. */
  static Stream<Arguments> models() {
    return SmallSpecs.names()
        .filter(name -> Operators.of(name).traits().resolutionInvariant() && !name.equals("pino"))
        .flatMap(name -> Stream.of(1, 2, 3).map(dimension -> Arguments.of(name, dimension)));
  }

  @ParameterizedTest
  @MethodSource("models")
  void smoothField_onOtherGrids_givesTheSameFunction(String name, int dimension) {
    // Gates see statistics of values: they are held to this elsewhere.
    OperatorSpec spec =
        name.equals("tfsno") ? SmallSpecs.tfSno(dimension) : SmallSpecs.of(name, dimension);
    FieldShape shape = SmallSpecs.shape(dimension);
    Points own = shape.points();
    try (Operator operator = Built.build(spec, shape);
        Autograd.Mode off = Autograd.off()) {
      Built.stir(operator, 0.05);
      Tensor answer = operator.forward(field(own));
      double size = Math.sqrt(answer.sub(answer.mean()).square().mean().item());
      for (Points other : others(own)) {
        boolean coarser = other.last() < own.last();
        assertThat(operator.runsOn(other) || coarser).as("runs on " + other).isTrue();
        if (operator.runsOn(other)) {
          Tensor there = operator.forward(field(other));
          assertThat(distance(there, Resample.to(answer, other)))
              .as("on " + other)
              .isLessThan((coarser ? COARSE_RESOLUTION : RESOLUTION) * size);
        }
      }
    }
  }

  private static Tensor field(Points points) {
    return TestFields.waves(3, 1, points, 1);
  }

  /** Half, twice and four times as many points, and odd numbers of them. */
  private static List<Points> others(Points own) {
    List<Points> others = new ArrayList<>();
    others.add(own.map(n -> n / 2));
    others.add(own.map(n -> 2 * n));
    others.add(own.map(n -> 4 * n));
    others.add(own.map(n -> n + 1));
    others.add(own.map(n -> 2 * n - 5));
    return others;
  }
}
