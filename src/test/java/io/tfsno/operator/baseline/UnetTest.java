package io.tfsno.operator.baseline;

import static io.tfsno.nn.TestFields.assertClose;
import static io.tfsno.nn.TestFields.assertGradient;
import static io.tfsno.nn.TestFields.distance;
import static io.tfsno.nn.TestFields.largest;
import static io.tfsno.nn.TestFields.noise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.Built;
import io.tfsno.operator.Coordinates;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Operator;
import io.tfsno.spectral.Boundary;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(PerTestScope.class)
class UnetTest {
  private static UnetSpec small(boolean predictDelta) {
    return new UnetSpec(List.of(4, 6, 8), 1, 2, Coordinates.NONE, predictDelta);
  }

  private static Operator stirred(UnetSpec spec, FieldShape shape) {
    Operator unet = Built.build(spec, shape);
    Built.stir(unet, 0.1);
    return unet;
  }

  private static FieldShape walled(Points points, int channels, Boundary... boundaries) {
    return new FieldShape(Grid.of(points, new double[] {1}, boundaries), Channel.unnamed(channels));
  }

  /** Computed by a separate program from the list of layers. */
  @ParameterizedTest
  @CsvSource({"1, 256, 672993", "2, 64, 1885089", "3, 32, 1769293"})
  void parameterCounts_areThoseOfTheFormula(int dimension, int points, long expected) {
    assertThat(UnetSpec.defaults(dimension).parameterCount(new FieldShape(dimension, points, 1, 1)))
        .isEqualTo(expected);
  }

  @Test
  void answer_onAChannelBetweenWalls_isThatOfPlainLoops() {
    FieldShape shape = walled(Points.of(8, 6), 2, Boundary.PERIODIC, Boundary.WALL);
    UnetSpec spec = new UnetSpec(List.of(2, 4), 1, 2, Coordinates.NONE, false);
    try (Operator unet = stirred(spec, shape);
        Autograd.Mode off = Autograd.off()) {
      Tensor u = noise(1, 1, 2, 8, 6);
      double[] values = u.toDoubles();
      double[][][] field = new double[2][8][6];
      for (int i = 0; i < values.length; i++) {
        field[i / 48][i / 6 % 8][i % 6] = values[i];
      }
      double[][][] expected = new PlainUnet(unet.parameters(), 2).apply(field, 2);
      double[] found = unet.forward(u).toDoubles();
      for (int i = 0; i < found.length; i++) {
        assertThat(found[i]).isCloseTo(expected[i / 48][i / 6 % 8][i % 6], within(2e-5));
      }
    }
  }

  private static org.assertj.core.data.Offset<Double> within(double offset) {
    return org.assertj.core.data.Offset.offset(offset);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void untrainedChange_isZero(int dimension) {
    try (Operator unet = Built.build(small(true), Built.shape(dimension))) {
      Tensor u = Built.states(dimension, 3);
      assertThat(distance(unet.forward(u), u)).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void shiftByTheCoarsestCell_givesTheShiftedAnswer(int dimension) {
    try (Operator unet = stirred(small(false), Built.shape(dimension));
        Autograd.Mode off = Autograd.off()) {
      Tensor u = dimension == 1 ? noise(1, 3, 1, 32) : noise(1, 3, 1, 16, 16);
      Tensor answer = unet.forward(u);
      Tensor moved = unet.forward(u.roll(4, 2).roll(-8, -1));
      assertClose(moved, answer.roll(4, 2).roll(-8, -1), 1e-4 * largest(answer));
      assertThat(distance(unet.forward(u.roll(2, 2)), answer.roll(2, 2)))
          .isGreaterThan(1e-2 * largest(answer));
    }
  }

  /** Normalisation sees the whole field, so what wraps around is seen where a field is zero. */
  @Test
  void axisWithWalls_isNotShiftedAround_whileThePeriodicOneIs() {
    FieldShape shape = walled(Points.of(16, 24), 1, Boundary.WALL, Boundary.PERIODIC);
    try (Operator unet = stirred(small(false), shape);
        Autograd.Mode off = Autograd.off()) {
      Tensor u = noise(1, 1, 1, 16, 24);
      Tensor answer = unet.forward(u);
      assertThat(distance(unet.forward(u.roll(4, 3)), answer.roll(4, 3)))
          .isLessThan(1e-4 * largest(answer));
      assertThat(distance(unet.forward(u.roll(4, 2)), answer.roll(4, 2)))
          .isGreaterThan(1e-2 * largest(answer));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void gradient_matchesFiniteDifferences(int dimension) {
    try (Operator unet = stirred(small(false), Built.shape(dimension))) {
      Tensor u = Built.states(dimension, 3);
      assertGradient(unet.parameters(), () -> unet.forward(u).square().mean(), 1e-2, 1e-2);
    }
  }

  @Test
  void samplesAndChannels_keepTheirOrder() {
    try (Operator unet = stirred(small(false), new FieldShape(2, 16, 3, 1))) {
      Tensor u = noise(1, 4, 3, 16, 16);
      Tensor second = unet.forward(u.narrow(0, 1, 1));
      assertClose(second, unet.forward(u).narrow(0, 1, 1), 1e-4);
    }
  }

  @Test
  void coordinates_breakEquivariance() {
    try (Operator unet = stirred(small(false).withCoords(Coordinates.PERIODIC), Built.PLANE)) {
      Tensor u = noise(1, 2, 1, 16, 16);
      Tensor shifted = unet.forward(u.roll(4, 3));
      assertThat(distance(shifted, unet.forward(u).roll(4, 3))).isGreaterThan(1e-3);
    }
  }

  @Test
  void moreBlocks_takeAllTheirSkips() {
    UnetSpec spec = new UnetSpec(List.of(4, 6), 3, 1, Coordinates.NONE, true);
    try (Operator unet = stirred(spec, Built.LINE)) {
      Tensor u = Built.states(1, 2);
      assertThat(unet.forward(u).shape()).isEqualTo(u.shape());
      assertThat(unet.parameters().entries())
          .extracting(p -> p.name())
          .contains("down.1.2.conv.0.weight", "up.0.3.conv.1.bias", "doubling.0.weight");
    }
  }

  @Test
  void toySet_isLearnt() {
    try (Operator unet = Built.build(small(true), Built.LINE)) {
      Tensor u = Built.states(1, 8);
      Tensor target = u.roll(1, 2);
      double first = Built.descend(unet, u, target, 0.05);
      double last = first;
      for (int i = 0; i < 60; i++) {
        last = Built.descend(unet, u, target, 0.05);
      }
      assertThat(last).isLessThan(0.2 * first);
    }
  }

  @Test
  void sizesThatDoNotFit_areRefused() {
    assertRefused(
        () -> UnetSpec.defaults(1).check(new FieldShape(1, 252, 1, 1)),
        "divisible by 8 for 4 levels",
        "252 points");
    assertRefused(
        () -> UnetSpec.defaults(1).check(new FieldShape(1, 16, 1, 1)),
        "at least 3 points on the coarsest of 4 levels",
        "16 points on the finest");
    assertRefused(
        () -> new UnetSpec(List.of(), 1, 1, Coordinates.NONE, false), "1 to 8 levels", "[]");
    assertRefused(
        () -> new UnetSpec(List.of(4, 6), 1, 4, Coordinates.NONE, false),
        "channels that 4 groups divide",
        "[4, 6]");
    assertRefused(
        () -> new UnetSpec(List.of(4), 0, 1, Coordinates.NONE, false), "blocks of at least 1");
    try (Operator unet = Built.build(small(false), Built.LINE)) {
      assertRefused(
          () -> unet.forward(noise(1, 2, 1, 64)),
          "a grid that unet can run on, such as 32 points",
          "64 points");
    }
  }

  private static void assertRefused(ThrowingCallable call, String... parts) {
    assertThatThrownBy(call).isInstanceOf(UserError.class).hasMessageContainingAll(parts);
  }
}
