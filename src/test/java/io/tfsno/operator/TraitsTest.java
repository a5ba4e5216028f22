package io.tfsno.operator;

import static io.tfsno.nn.TestFields.distance;
import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.engine.Autograd;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.TestFields;
import io.tfsno.spectral.Points;
import io.tfsno.spectral.Resample;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the registry says of each model's grids and shifts, held against the model. */
@ExtendWith(PerTestScope.class)
class TraitsTest {
  /** A model that changes by less than this with the grid means the same function on both. */
  private static final double SAME_FUNCTION = 0.05;

  /** Float32 rounding through a whole network. */
  private static final double ROUNDING = 2e-5;

  static Stream<Arguments> models() {
    return Operators.all().stream()
        .flatMap(m -> Stream.of(Arguments.of(m.name(), 1), Arguments.of(m.name(), 2)));
  }

  @ParameterizedTest
  @MethodSource("models")
  void shift_ofTheStatedSize_isTheSmallestThatCommutes(String name, int dimension) {
    int stated = Operators.of(name).traits().shift();
    // Far enough that what does not commute shows: most of it is in weights that start small. But
    // FINO's Euler steps with large weights amplify rounding without bound (at 0.1 to 0.2 of the
    // answer on a CPU with AVX2), and what does not commute shows at 0.02 (5e-4).
    try (Operator operator = stirred(name, dimension, name.equals("fino") ? 0.02 : 0.1);
        Autograd.Mode off = Autograd.off()) {
      // Noise reaches every wave of the grid: smooth states move between grid points unseen.
      Tensor u = noise(dimension).mul(3);
      Tensor answer = operator.forward(u);
      for (int shift : new int[] {1, 2, 4, 8, 16}) {
        Tensor moved = operator.forward(u.roll(shift, -1));
        double difference = relative(moved, answer.roll(shift, -1));
        boolean commutes = stated > 0 && shift % stated == 0;
        if (commutes) {
          assertThat(difference).as("shift by " + shift).isLessThan(ROUNDING);
        } else {
          assertThat(difference).as("shift by " + shift).isGreaterThan(3 * ROUNDING);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("models")
  void finerGrid_givesTheSameFunction_whereTheModelSaysSo(String name, int dimension) {
    Traits.Grids grids = Operators.of(name).traits().grids();
    int points = shape(dimension).points().last();
    try (Operator operator = stirred(name, dimension, 0.05);
        Autograd.Mode off = Autograd.off()) {
      Tensor u = states(dimension);
      Tensor answer = operator.forward(u);
      for (int finer : new int[] {points * 3 / 2, 2 * points}) {
        Points grid = Points.cube(dimension, finer);
        boolean stated =
            grids == Traits.Grids.ANY || (grids == Traits.Grids.DOUBLED && finer == 2 * points);
        assertThat(operator.runsOn(grid)).as("runs on " + finer).isEqualTo(stated);
        if (stated) {
          Tensor fine = operator.forward(Resample.to(u, grid));
          double difference = relative(fine, Resample.to(answer, grid));
          assertThat(difference).as("on " + finer).isLessThan(SAME_FUNCTION);
        }
      }
    }
  }

  /** The default sizes with every weight moved: parts that start at zero take part. */
  private static Operator stirred(String name, int dimension, double by) {
    Operator operator =
        Built.build(Operators.of(name).defaults().apply(dimension), shape(dimension));
    Built.stir(operator, by);
    return operator;
  }

  private static FieldShape shape(int dimension) {
    return dimension == 1 ? new FieldShape(1, 128, 1, 1) : new FieldShape(2, 64, 1, 1);
  }

  private static Tensor states(int dimension) {
    return dimension == 1 ? TestFields.waves(3, 2, 1, 128, 6) : TestFields.planeWaves(3, 1, 64, 4);
  }

  private static Tensor noise(int dimension) {
    return dimension == 1 ? TestFields.noise(3, 2, 1, 128) : TestFields.noise(3, 1, 1, 64, 64);
  }

  private static double relative(Tensor a, Tensor b) {
    return distance(a, b) / Math.sqrt(b.square().mean().item());
  }
}
