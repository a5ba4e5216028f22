package io.tfsno.operator.baseline;

import static io.tfsno.nn.TestFields.assertClose;
import static io.tfsno.nn.TestFields.assertGradient;
import static io.tfsno.nn.TestFields.distance;
import static io.tfsno.nn.TestFields.largest;
import static io.tfsno.nn.TestFields.noise;
import static io.tfsno.nn.TestFields.waves;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.base.UserError;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.Device;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Activation;
import io.tfsno.nn.Constants;
import io.tfsno.operator.Built;
import io.tfsno.operator.Coordinates;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Operator;
import io.tfsno.operator.PaddingSpec;
import io.tfsno.spectral.Boundary;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.FftTransform;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import io.tfsno.spectral.Resample;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FnoTest {
  private Scope scope;

  @BeforeEach
  void open() {
    scope = new Scope();
  }

  @AfterEach
  void free() {
    scope.close();
  }

  @Test
  void shiftedState_givesTheShiftedAnswer_onLine() {
    try (Operator fno = Built.build(Built.fno(1), Built.LINE)) {
      Tensor u = noise(1, 3, 1, 32);
      for (int shift : new int[] {1, 7, -5}) {
        assertClose(fno.forward(u.roll(shift, 2)), fno.forward(u).roll(shift, 2), 1e-5);
      }
    }
  }

  @Test
  void shiftedState_givesTheShiftedAnswer_onPlane() {
    try (Operator fno = Built.build(Built.fno(2), Built.PLANE)) {
      Tensor u = noise(1, 2, 1, 16, 16);
      Tensor shifted = fno.forward(u.roll(3, 2).roll(-5, 3));
      assertClose(shifted, fno.forward(u).roll(3, 2).roll(-5, 3), 1e-5);
    }
  }

  @Test
  void finerGrid_withoutActivation_givesTheSameFunction() {
    Tensor u = waves(2, 2, 1, 32, 7);
    Tensor fine = Resample.to(u, Points.of(64));
    try (Fno linear = new Fno(Built.fno(1), Built.LINE, new Constants(), Activation.IDENTITY);
        Fno gelu = new Fno(Built.fno(1), Built.LINE, new Constants())) {
      linear.parameters().allocate(Device.CPU, new Rng(1));
      gelu.parameters().allocate(Device.CPU, new Rng(1));
      assertClose(linear.forward(fine), Resample.to(linear.forward(u), Points.of(64)), 1e-5);
      double difference = distance(gelu.forward(fine), Resample.to(gelu.forward(u), Points.of(64)));
      assertThat(difference).isBetween(1e-7, 1e-1);
    }
  }

  @Test
  void parameterCounts_areThoseOfTheSpecification() {
    FieldShape line = new FieldShape(1, 256, 1, 1);
    FieldShape plane = new FieldShape(2, 64, 1, 1);
    assertThat(FnoSpec.defaults(1).parameterCount(line)).isEqualTo(549_505);
    assertThat(FnoSpec.defaults(2).parameterCount(plane)).isEqualTo(1_813_481);
    FnoSpec withX = FnoSpec.defaults(1).withCoords(Coordinates.LINEAR);
    assertThat(withX.parameterCount(line)).isEqualTo(549_569);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void productsAndFastTransforms_giveTheSameNetwork(int dimension) {
    FnoSpec spec = FnoSpec.defaults(dimension);
    FieldShape shape = dimension == 1 ? new FieldShape(1, 64, 1, 1) : new FieldShape(2, 32, 1, 1);
    try (Fno gemm = new Fno(spec, shape, new Constants());
        Fno fft = new Fno(spec, shape, new Constants(FftTransform::new))) {
      gemm.parameters().allocate(Device.CPU, new Rng(1));
      fft.parameters().allocate(Device.CPU, new Rng(1));
      Tensor u = dimension == 1 ? noise(1, 2, 1, 64) : noise(1, 2, 1, 32, 32);
      assertClose(gemm.forward(u), fft.forward(u), 1e-5);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void gradient_matchesFiniteDifferences(int dimension) {
    try (Operator fno = Built.build(Built.fno(dimension), Built.shape(dimension))) {
      Tensor u = Built.states(dimension, 3);
      assertGradient(fno.parameters(), () -> fno.forward(u).square().mean(), 1e-2, 1e-2);
    }
  }

  @Test
  void predictDelta_beforeTraining_isPersistence() {
    try (Operator fno = Built.build(Built.fno(1).withPredictDelta(true), Built.LINE)) {
      Tensor u = noise(1, 3, 1, 32);
      assertThat(distance(fno.forward(u), u)).isZero();
    }
  }

  @Test
  void coordinates_breakEquivarianceAndAreSeenOnEveryGrid() {
    for (Coordinates coords : new Coordinates[] {Coordinates.LINEAR, Coordinates.PERIODIC}) {
      try (Operator fno = Built.build(Built.fno(2).withCoords(coords), Built.PLANE)) {
        Tensor u = noise(1, 2, 1, 16, 16);
        Tensor shifted = fno.forward(u.roll(4, 3));
        assertThat(distance(shifted, fno.forward(u).roll(4, 3))).isGreaterThan(1e-4);
        assertThat(fno.forward(noise(1, 2, 1, 8, 8)).shape()).containsExactly(2, 1, 8, 8);
      }
    }
  }

  @Test
  void severalChannels_keepTheirOrder() {
    FieldShape shape = new FieldShape(2, 16, 3, 1);
    try (Operator fno = Built.build(Built.fno(2).withPredictDelta(true), shape)) {
      Tensor u = noise(1, 4, 3, 16, 16);
      assertThat(distance(fno.forward(u), u)).isZero();
      Built.stir(fno, 0.1);
      Tensor second = fno.forward(u.narrow(0, 1, 1));
      assertClose(second, fno.forward(u).narrow(0, 1, 1), 1e-5);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void gradientDescent_lowersTheLoss(int dimension) {
    try (Operator fno = Built.build(Built.fno(dimension), Built.shape(dimension))) {
      Tensor u = Built.states(dimension, 8);
      Tensor target = u.roll(1, 2);
      double first = Built.descend(fno, u, target, 0.02);
      double last = first;
      for (int step = 0; step < 60; step++) {
        last = Built.descend(fno, u, target, 0.02);
      }
      assertThat(last).isLessThan(0.8 * first);
    }
  }

  /** A linear network of one channel that blurs over about a cell sees little more. */
  @ParameterizedTest
  @CsvSource({"NONE, 0.3, 1", "ZERO, 0, 1e-3", "MIRROR, 0, 1e-3"})
  void valueAtAWall_throughANarrowKernel_isFeltAtTheOtherOnlyWithoutPadding(
      PaddingSpec.Kind kind, double least, double most) {
    Grid walled = Grid.of(Points.of(64), new double[] {1}, Boundary.WALL);
    FieldShape shape = new FieldShape(walled, Channel.unnamed(1));
    FnoSpec spec = new FnoSpec(1, 32, 1, 1, Coordinates.NONE, false);
    FnoSpec padded = spec.withPadding(new PaddingSpec(kind, 0.125));
    try (Fno fno = new Fno(padded, shape, new Constants(), Activation.IDENTITY);
        Autograd.Mode off = Autograd.off()) {
      fno.parameters().allocate(Device.CPU, new Rng(1));
      fno.parameters().flat().zeroInPlace();
      for (String map : List.of("lift", "head.0", "head.1")) {
        fno.parameters().get(map + ".weight").copyInPlace(Tensor.of(new float[] {1}));
      }
      float[] blur = new float[64];
      for (int k = 0; k < 32; k++) {
        blur[2 * k] = (float) Math.exp(-0.5 * Math.pow(2 * Math.PI * k * 0.02, 2));
      }
      fno.parameters().get("layers.0.spectral.weight").copyInPlace(Tensor.of(blur, 32, 1, 2, 1));
      float[] values = new float[64];
      values[63] = 1;
      float[] answer = fno.forward(Tensor.of(values, 1, 1, 64)).toFloats();
      assertThat(Math.abs(answer[0]) / answer[63]).isBetween((float) least, (float) most);
    }
  }

  @Test
  void channelMlp_withoutWeights_leavesTheSkipOnly() {
    FnoSpec spec =
        new FnoSpec(5, 4, 2, 6, Coordinates.NONE, false).withLifting(3).withChannelMlp(4);
    try (Operator fno = Built.build(spec, Built.LINE);
        Autograd.Mode off = Autograd.off()) {
      for (int layer = 0; layer < 2; layer++) {
        for (String part : List.of("weight", "bias")) {
          fno.parameters().get("layers.%d.channel_mlp.1.%s".formatted(layer, part)).zeroInPlace();
        }
      }
      Tensor u = noise(1, 2, 1, 32);
      Tensor v = gelu(map(fno, "lift.1", gelu(map(fno, "lift.0", u.permute(1, 0, 2)))));
      Tensor wanted = map(fno, "head.1", gelu(map(fno, "head.0", v)));
      assertClose(fno.forward(u), wanted.permute(1, 0, 2), 1e-5);
    }
  }

  @Test
  void gradient_withLiftingAndChannelMlp_matchesFiniteDifferences() {
    FnoSpec spec = Built.fno(1).withLifting(5).withChannelMlp(4);
    try (Operator fno = Built.build(spec, Built.LINE)) {
      Tensor u = Built.states(1, 3);
      assertGradient(fno.parameters(), () -> fno.forward(u).square().mean(), 1e-2, 1e-2);
    }
  }

  @Test
  void options_thatAreOff_areThePublishedNetwork() {
    FnoSpec plain = FnoSpec.defaults(1);
    assertThat(plain.withStencil(false).withProduct(false)).isEqualTo(plain);
    assertThat(plain.withStencil(true).withModes(plain.modes()).withWidth(5).stencil()).isTrue();
  }

  /** A stencil has two maps along each axis; products have two maps to half and one back. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void parameterCounts_withOptions_areThoseOfTheirMaps(int dimension) {
    FieldShape shape = Built.shape(dimension);
    FnoSpec spec = Built.fno(dimension);
    long plain = spec.parameterCount(shape);
    assertThat(spec.withStencil(true).parameterCount(shape) - plain)
        .isEqualTo(3L * 2 * dimension * 6 * 6);
    long modes = spec.modes().half(dimension).count();
    assertThat(spec.withProduct(true).parameterCount(shape) - plain)
        .isEqualTo(3L * (2 * 3 * 6 + 2 * modes * 3 * 6));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void products_untrained_leaveThePublishedNetwork(int dimension) {
    FieldShape shape = Built.shape(dimension);
    try (Operator plain = Built.build(Built.fno(dimension), shape);
        Operator local = Built.build(Built.fno(dimension).withProduct(true), shape)) {
      Tensor u = Built.states(dimension, 3);
      assertClose(local.forward(u), plain.forward(u), 1e-6);
    }
  }

  /** With S1 = a and S2 = b in one linear layer of one channel: a D v + b D^2 v / 2. */
  @Test
  void stencil_ofOneLayer_isTheDifferenceOfNeighbours() {
    FnoSpec spec = new FnoSpec(1, 4, 1, 1, Coordinates.NONE, false).withStencil(true);
    FieldShape shape = new FieldShape(1, 16, 1, 1);
    try (Fno fno = new Fno(spec, shape, new Constants(), Activation.IDENTITY);
        Autograd.Mode off = Autograd.off()) {
      fno.parameters().allocate(Device.CPU, new Rng(1));
      fno.parameters().flat().zeroInPlace();
      for (String map : List.of("lift", "head.0", "head.1")) {
        fno.parameters().get(map + ".weight").copyInPlace(Tensor.of(new float[] {1}));
      }
      Tensor weights = Tensor.of(new float[] {3, 5}, 2, 1, 1, 1);
      fno.parameters().get("layers.0.stencil.weight").copyInPlace(weights);
      Tensor u = noise(1, 1, 1, 16);
      Tensor right = u.roll(-1, 2);
      Tensor left = u.roll(1, 2);
      Tensor slope = right.sub(left).mul(0.5);
      Tensor bend = right.add(left).sub(u.mul(2));
      assertClose(fno.forward(u), slope.mul(3).add(bend.mul(2.5)), 1e-5);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void fluxes_keepMeans_andStartByCopying(int dimension) {
    FnoSpec spec = Built.fno(dimension).withFlux(true).withPredictDelta(true);
    try (Operator fno = Built.build(spec, Built.shape(dimension))) {
      Tensor u = Built.states(dimension, 2).add(0.3);
      assertClose(fno.forward(u), u, 0);
      Built.stir(fno, 0.1);
      Tensor change = fno.forward(u).sub(u);
      assertThat(largest(change)).isGreaterThan(1e-3);
      // Sums of float32 differences that cancel.
      assertThat(change.mean().item()).isCloseTo(0, within(1e-6));
      assertGradient(fno.parameters(), () -> fno.forward(u).square().mean(), 3e-3, 2e-2);
    }
  }

  @Test
  void fluxes_ofStates_areRefused() {
    FnoSpec spec = Built.fno(1).withFlux(true);
    assertThatThrownBy(() -> spec.check(Built.LINE))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("expected predictDelta: true with flux");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void gradient_withStencilAndProducts_matchesFiniteDifferences(int dimension) {
    FnoSpec spec = Built.fno(dimension).withStencil(true).withProduct(true);
    try (Operator fno = Built.build(spec, Built.shape(dimension))) {
      Built.stir(fno, 0.05);
      Tensor u = Built.states(dimension, 3);
      assertGradient(fno.parameters(), () -> fno.forward(u).square().mean(), 3e-3, 2e-2);
    }
  }

  @Test
  void finerGrid_withStencilAndProducts_givesTheSameFunctionOfASmoothState() {
    FnoSpec spec = Built.fno(1).withStencil(true).withProduct(true);
    try (Operator fno = Built.build(spec, new FieldShape(1, 64, 1, 1))) {
      Built.stir(fno, 0.1);
      Tensor u = waves(3, 2, 1, 64, 2);
      Tensor expected = Resample.to(fno.forward(u), Points.of(150));
      Tensor found = fno.forward(Resample.to(u, Points.of(150)));
      assertThat(distance(found, expected)).isLessThan(1e-3);
    }
  }

  private static Tensor gelu(Tensor x) {
    return Activation.GELU.apply(x);
  }

  /** {@code W x + b} over the first axis. */
  private static Tensor map(Operator fno, String name, Tensor x) {
    Tensor weight = fno.parameters().get(name + ".weight");
    Tensor y = weight.matmul(x.reshape(x.size(0), -1));
    Tensor sum = y.add(fno.parameters().get(name + ".bias").view(-1, 1));
    return sum.view(weight.size(0), x.size(1), x.size(2));
  }
}
