package io.tfsno.operator;

import static io.tfsno.nn.TestFields.distance;
import static io.tfsno.nn.TestFields.largest;
import static io.tfsno.nn.TestFields.noise;
import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.engine.Autograd;
import io.tfsno.engine.DType;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.PaddingSpec.Kind;
import io.tfsno.operator.baseline.DeepONetSpec;
import io.tfsno.operator.baseline.FinoSpec;
import io.tfsno.spectral.Boundary;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Models on grids with walls. */
@ExtendWith(PerTestScope.class)
class WallsTest {
  private static FieldShape shape(Points points, Boundary... boundaries) {
    return new FieldShape(Grid.of(points, new double[] {1}, boundaries), Channel.unnamed(1));
  }

  private static OperatorSpec spec(String name, int dimension, PaddingSpec padding) {
    return switch (name) {
      case "fno" -> SmallSpecs.fno(dimension).withPadding(padding);
      case "uno" -> SmallSpecs.uno(dimension).withPadding(padding);
      default -> SmallSpecs.tfSno(dimension).withPadding(padding);
    };
  }

  static Stream<Arguments> padded() {
    return Stream.of("fno", "uno", "tfsno")
        .flatMap(name -> Stream.of(Kind.ZERO, Kind.MIRROR).map(kind -> Arguments.of(name, kind)));
  }

  /** A smooth field without slope at the walls, at centres of cells. */
  private static Tensor smooth(int points) {
    double[] values = new double[points];
    for (int j = 0; j < points; j++) {
      double x = (j + 0.5) / points;
      values[j] = Math.cos(Math.PI * x) + 0.5 * Math.cos(2 * Math.PI * x);
    }
    return Tensor.of(values, 1, 1, points).to(DType.FLOAT32);
  }

  @ParameterizedTest
  @MethodSource("padded")
  void doubledGrid_givesTheSameFunction(String name, Kind kind) {
    PaddingSpec padding = new PaddingSpec(kind, 0.25);
    try (Operator net = Built.build(spec(name, 1, padding), shape(Points.of(64), Boundary.WALL));
        Autograd.Mode off = Autograd.off()) {
      Tensor answer = net.forward(smooth(64));
      // Two cells of the finer grid share the centre of one of the coarser.
      Tensor pairs = net.forward(smooth(128)).view(1, 1, 64, 2).mean(3);
      // Zeros beyond a wall are a jump, which every grid resolves as well as it can.
      double allowed = kind == Kind.ZERO ? 0.1 : 0.02;
      assertThat(distance(answer, pairs)).isLessThan(allowed * deviation(answer));
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void padding_onAPeriodicGrid_doesNothing(Kind kind) {
    FieldShape periodic = new FieldShape(2, 16, 1, 1);
    FieldShape small = shape(periodic.points(), Boundary.PERIODIC);
    try (Operator plain = Built.build(Built.fno(2), periodic);
        Operator padded =
            Built.build(Built.fno(2).withPadding(new PaddingSpec(kind, 0.5)), small)) {
      Tensor u = noise(1, 2, 1, 16, 16);
      assertThat(padded.forward(u).toFloats()).containsExactly(plain.forward(u).toFloats());
    }
  }

  @ParameterizedTest
  @MethodSource("padded")
  void stateMovedAroundAWall_hasNoMovedAnswer(String name, Kind kind) {
    FieldShape channel = shape(Points.of(32, 48), Boundary.PERIODIC, Boundary.WALL);
    try (Operator net = Built.build(spec(name, 2, new PaddingSpec(kind, 0.125)), channel);
        Autograd.Mode off = Autograd.off()) {
      Built.stir(net, 0.1);
      Tensor u = noise(1, 1, 1, 32, 48);
      Tensor answer = net.forward(u);
      Tensor around = net.forward(u.roll(8, 2));
      assertThat(distance(around, answer.roll(8, 2))).isLessThan(2e-5 * largest(answer));
      Tensor across = net.forward(u.roll(8, 3));
      assertThat(distance(across, answer.roll(8, 3))).isGreaterThan(0.05 * deviation(answer));
    }
  }

  @Test
  void fino_acrossAWall_seesNothing() {
    FinoSpec spec = new FinoSpec(List.of(3), 3, 2, false, false, Coordinates.NONE, true);
    for (Boundary boundary : Boundary.values()) {
      FieldShape line = shape(Points.of(32), boundary);
      try (Operator net = Built.build(spec, line);
          Autograd.Mode off = Autograd.off()) {
        Built.stir(net, 0.2);
        Tensor u = noise(1, 1, 1, 32);
        float[] values = u.toFloats();
        values[31] += 1;
        Tensor changed = net.forward(Tensor.of(values, 1, 1, 32));
        Tensor first = changed.sub(net.forward(u)).narrow(-1, 0, 2);
        assertThat(largest(first) > 0).isEqualTo(boundary == Boundary.PERIODIC);
      }
    }
  }

  @Test
  void deepOnet_betweenWalls_tellsBothEndsApart() {
    DeepONetSpec spec =
        new DeepONetSpec(16, 3, 2, DeepONetSpec.Branch.MLP, Coordinates.NONE, false);
    assertThat(betweenEnds(spec, Boundary.WALL))
        .isGreaterThan(5 * betweenEnds(spec, Boundary.PERIODIC));
  }

  /** How much an answer differs between the first and the last point, in its deviations. */
  private static double betweenEnds(OperatorSpec spec, Boundary boundary) {
    try (Operator net = Built.build(spec, shape(Points.of(256), boundary));
        Autograd.Mode off = Autograd.off()) {
      Tensor answer = net.forward(noise(1, 8, 1, 256));
      double ends = distance(answer.narrow(-1, 0, 1), answer.narrow(-1, 255, 1));
      return ends / deviation(answer);
    }
  }

  private static double deviation(Tensor answer) {
    return Math.sqrt(answer.sub(answer.mean()).square().mean().item());
  }
}
