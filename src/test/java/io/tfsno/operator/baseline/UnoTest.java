package io.tfsno.operator.baseline;

import static io.tfsno.nn.TestFields.assertClose;
import static io.tfsno.nn.TestFields.assertGradient;
import static io.tfsno.nn.TestFields.distance;
import static io.tfsno.nn.TestFields.largest;
import static io.tfsno.nn.TestFields.noise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import io.tfsno.engine.Activations;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.operator.Built;
import io.tfsno.operator.Coordinates;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.GridOperator;
import io.tfsno.operator.Operator;
import io.tfsno.operator.SpectralInit;
import io.tfsno.spectral.FftTransform;
import io.tfsno.spectral.Points;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(PerTestScope.class)
class UnoTest {
  private static final FieldShape LINE = new FieldShape(1, 256, 1, 1);
  private static final FieldShape PLANE = new FieldShape(2, 64, 1, 1);

  private static UnoSpec small(int dimension) {
    List<Integer> modes =
        dimension == 1 ? List.of(6, 3, 2, 2, 2, 3, 6) : List.of(4, 2, 1, 1, 1, 2, 4);
    return new UnoSpec(4, modes, SpectralInit.NORMAL, Coordinates.NONE, false);
  }

  private static Uno net(int dimension, Constants constants) {
    Uno uno = new Uno(small(dimension), Built.shape(dimension), constants);
    uno.parameters().allocate(Device.CPU, new Rng(42));
    return uno;
  }

  @Test
  void answer_onGridsFinerAndCoarser_hasTheShapeOfTheState() {
    // 64 points on the line and 32 on the plane hold fewer modes than the layers have.
    try (Operator line = Built.build(UnoSpec.defaults(1), LINE);
        Operator plane = Built.build(UnoSpec.defaults(2), PLANE);
        Autograd.Mode off = Autograd.off()) {
      for (int points : new int[] {16, 64, 128, 256}) {
        Tensor u = noise(1, 2, 1, points);
        assertThat(line.forward(u).shape()).isEqualTo(u.shape());
      }
      for (int points : new int[] {16, 32, 64}) {
        Tensor u = noise(1, 1, 1, points, points);
        assertThat(plane.forward(u).shape()).isEqualTo(u.shape());
      }
    }
  }

  @Test
  void shiftByMultiplesOfTheCoarsestCell_isExactlyEquivariant() {
    try (Uno line = net(1, new Constants());
        Uno plane = net(2, new Constants());
        Autograd.Mode off = Autograd.off()) {
      Built.stir(line, 0.1);
      Built.stir(plane, 0.1);
      Tensor u = noise(1, 3, 1, 32).mul(3);
      Tensor out = line.forward(u);
      assertClose(line.forward(u.roll(24, 2)), out.roll(24, 2), 1e-6 * largest(out));
      double half = distance(line.forward(u.roll(4, 2)), out.roll(4, 2));
      assertThat(half).isBetween(1e-4 * largest(out), largest(out));
      Tensor v = noise(2, 2, 1, 16, 16).mul(3);
      Tensor expected = plane.forward(v).roll(8, 2).roll(-8, 3);
      assertClose(plane.forward(v.roll(8, 2).roll(-8, 3)), expected, 1e-6 * largest(expected));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void network_writtenOutWithJoinedFields_isTheSame(int dimension) {
    try (Uno uno = net(dimension, new Constants())) {
      Tensor u = Built.states(dimension, 3);
      Points n = Built.shape(dimension).points();
      Tensor z = GridOperator.swapFirst(u);
      Tensor a = Activations.gelu(affine(uno, "lift.0", z));
      Tensor e0 = Activations.gelu(affine(uno, "lift.1", a));
      Tensor e1 = uno.block(0).apply(e0, n.halved(1));
      Tensor e2 = uno.block(1).apply(e1, n.halved(2));
      Tensor m = uno.block(3).apply(uno.block(2).apply(e2, n.halved(3)), n.halved(3));
      Tensor d2 = Tensor.cat(0, uno.block(4).apply(m, n.halved(2)), e2);
      Tensor d1 = Tensor.cat(0, uno.block(5).apply(d2, n.halved(1)), e1);
      Tensor d0 = Tensor.cat(0, uno.block(6).apply(d1, n), e0);
      Tensor y = Tensor.cat(0, Activations.gelu(affine(uno, "head.0", d0)), a);
      Tensor expected = GridOperator.swapFirst(affine(uno, "head.1", y));
      assertClose(uno.forward(u), expected, 1e-5);
    }
  }

  private static Tensor affine(Uno uno, String name, Tensor x) {
    Tensor weight = uno.parameters().get(name + ".weight");
    Tensor bias = uno.parameters().get(name + ".bias");
    long[] shape = x.shape();
    shape[0] = weight.size(0);
    return weight.matmul(x.reshape(x.size(0), -1)).add(bias.view(-1, 1)).view(shape);
  }

  /** Inputs from {@code start} on are those of the skip. */
  @ParameterizedTest
  @CsvSource({
    "blocks.5.pointwise, 16",
    "blocks.5.spectral, 16",
    "blocks.6.pointwise, 8",
    "blocks.6.spectral, 8",
    "head.0, 4",
    "head.1, 12"
  })
  void skip_whoseWeightsAreCleared_isMissed(String layer, long start) {
    try (Uno uno = net(1, new Constants());
        Autograd.Mode off = Autograd.off()) {
      Tensor u = Built.states(1, 2);
      Tensor before = uno.forward(u);
      Tensor weight = uno.parameters().get(layer + ".weight");
      weight.narrow(-1, start, weight.size(-1) - start).zeroInPlace();
      assertThat(distance(uno.forward(u), before)).isGreaterThan(1e-4);
    }
  }

  @Test
  void parameterCounts_areThoseOfTheSpecification() {
    assertThat(UnoSpec.defaults(1).parameterCount(LINE)).isEqualTo(657_113);
    assertThat(UnoSpec.defaults(2).parameterCount(PLANE)).isEqualTo(1_862_731);
    UnoSpec withX = UnoSpec.defaults(1).withCoords(Coordinates.PERIODIC);
    assertThat(withX.parameterCount(LINE)).isEqualTo(657_113 + 2 * 8);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void productsAndFastTransforms_giveTheSameNetwork(int dimension) {
    try (Uno gemm = net(dimension, new Constants());
        Uno fft = net(dimension, new Constants(FftTransform::new))) {
      Tensor u = Built.states(dimension, 2);
      assertClose(gemm.forward(u), fft.forward(u), 1e-5);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void gradient_matchesFiniteDifferences(int dimension) {
    try (Uno uno = net(dimension, new Constants())) {
      Tensor u = Built.states(dimension, 3);
      assertGradient(uno.parameters(), () -> uno.forward(u).square().mean(), 1e-2, 1e-2);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void predictDelta_beforeTraining_isPersistence(int dimension) {
    UnoSpec spec = small(dimension).withPredictDelta(true);
    try (Operator uno = Built.build(spec, Built.shape(dimension))) {
      Tensor u = Built.states(dimension, 3);
      assertThat(distance(uno.forward(u), u)).isZero();
      Built.stir(uno, 0.05);
      assertThat(distance(uno.forward(u), u)).isGreaterThan(1e-3);
    }
  }

  @Test
  void severalChannels_keepSamplesApart() {
    FieldShape shape = new FieldShape(2, 16, 3, 1);
    try (Operator uno = Built.build(small(2), shape)) {
      Tensor u = noise(1, 4, 3, 16, 16);
      assertClose(uno.forward(u.narrow(0, 1, 1)), uno.forward(u).narrow(0, 1, 1), 1e-5);
    }
  }

  @ParameterizedTest
  @CsvSource({"8, false", "16, true", "24, true", "37, true", "60, true", "256, true"})
  void grids_withPointsOnTheCoarsestLevel_areAccepted(int points, boolean accepted) {
    try (Operator uno = Built.build(small(1), Built.LINE)) {
      assertThat(uno.runsOn(Points.of(points))).isEqualTo(accepted);
      if (!accepted) {
        assertMessage(() -> uno.forward(noise(1, 1, 1, points)), "uno can run on", "" + points);
      }
    }
  }

  @Test
  void sizesThatCannotWork_areNamed() {
    List<Integer> modes = List.of(24, 12, 6, 6, 6, 12, 24);
    assertMessage(
        () -> new UnoSpec(7, modes, SpectralInit.NORMAL, Coordinates.NONE, false),
        "an even width of at least 2",
        "7");
    assertMessage(
        () -> new UnoSpec(0, modes, SpectralInit.NORMAL, Coordinates.NONE, false),
        "even width",
        "found 0");
    assertMessage(
        () -> new UnoSpec(8, List.of(4, 4), SpectralInit.NORMAL, Coordinates.NONE, false),
        "one mode count for each of 7 blocks",
        "modes [4, 4]");
    assertMessage(
        () ->
            new UnoSpec(
                8, List.of(4, 4, 0, 1, 1, 1, 1), SpectralInit.NORMAL, Coordinates.NONE, false),
        "modes of at least 1");
    assertMessage(
        () -> new UnoSpec(8, null, SpectralInit.NORMAL, Coordinates.NONE, false),
        "a value for 'modes'");
    assertMessage(
        () -> new UnoSpec(8, modes, SpectralInit.NORMAL, null, false), "a value for 'coords'");
    assertThatCode(() -> UnoSpec.defaults(1).check(new FieldShape(1, 251, 1, 1)))
        .doesNotThrowAnyException();
    assertMessage(() -> small(1).check(new FieldShape(1, 8, 1, 1)), "at least 16", "8 points");
    // The coarser grid of the first block has 40 points.
    assertMessage(
        () -> UnoSpec.defaults(1).check(new FieldShape(1, 80, 1, 1)),
        "at most 20 modes along x on 40 points",
        "found 24 modes",
        "a grid of at least 96 points");
  }

  private static void assertMessage(ThrowingCallable call, String... parts) {
    assertThatThrownBy(call).isInstanceOf(UserError.class).hasMessageContainingAll(parts);
  }
}
