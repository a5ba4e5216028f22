package io.tfsno.operator.baseline;

import static io.tfsno.nn.TestFields.assertClose;
import static io.tfsno.nn.TestFields.assertGradient;
import static io.tfsno.nn.TestFields.distance;
import static io.tfsno.nn.TestFields.largest;
import static io.tfsno.nn.TestFields.noise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import io.tfsno.engine.Activations;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.LinearAlgebra;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.operator.Built;
import io.tfsno.operator.Coordinates;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Operator;
import io.tfsno.operator.baseline.DeepONetSpec.Branch;
import io.tfsno.spectral.Points;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(PerTestScope.class)
class DeepONetTest {
  private static final FieldShape LINE = new FieldShape(1, 256, 1, 1);
  private static final FieldShape PLANE = new FieldShape(2, 64, 1, 1);
  private static final Harmonics TWO_ON_LINE = new Harmonics(1, 2);

  private static DeepONetSpec small(Branch branch) {
    return new DeepONetSpec(6, 3, 2, branch, Coordinates.NONE, false);
  }

  /** A small net whose biases are not zero. */
  private static DeepONet net(Branch branch, FieldShape shape) {
    DeepONet net = new DeepONet(small(branch), shape, new Constants());
    net.parameters().allocate(Device.CPU, new Rng(42));
    Built.stir(net, 0.1);
    return net;
  }

  private static Tensor positions(double... x) {
    return TWO_ON_LINE.at(x).to(DType.FLOAT32);
  }

  @Test
  void positions_inAnotherOrder_giveTheAnswersInThatOrder() {
    try (DeepONet net = net(Branch.MLP, Built.LINE)) {
      Tensor u = noise(1, 3, 1, 32);
      Tensor straight = net.at(u, positions(0.1, 0.25, 0.6, 0.7));
      Tensor turned = net.at(u, positions(0.7, 0.1, 0.6, 0.25));
      Tensor order = Tensor.of(new long[] {3, 0, 2, 1}, 4);
      assertClose(turned, straight.gather(2, order), 1e-6);
      assertThat(distance(turned, straight)).isGreaterThan(1e-3);
    }
  }

  @Test
  void positions_ofTheGrid_giveTheStep() {
    try (DeepONet line = net(Branch.MLP, Built.LINE);
        DeepONet plane = net(Branch.MLP, Built.PLANE)) {
      Tensor u = noise(1, 2, 1, 32);
      Tensor some = line.at(u, positions(0, 3.0 / 32, 31.0 / 32));
      Tensor indices = Tensor.of(new long[] {0, 3, 31}, 3);
      assertClose(some, line.forward(u).gather(2, indices), 1e-6);
      Tensor v = noise(2, 2, 1, 16, 16);
      Tensor at = new Harmonics(2, 2).at(new double[] {3.0 / 16}, new double[] {5.0 / 16});
      Tensor expected = plane.forward(v).select(2, 3).narrow(2, 5, 1);
      assertClose(plane.at(v, at.to(DType.FLOAT32)), expected, 1e-6);
    }
  }

  @Test
  void network_writtenOut_isTheSame() {
    try (DeepONet net = net(Branch.MLP, Built.LINE)) {
      Tensor u = noise(1, 3, 1, 32);
      Tensor b = mlp(net, "branch", u.view(3, 32).permute(1, 0));
      Tensor t =
          Activations.gelu(
              mlp(net, "trunk", TWO_ON_LINE.onGrid(Built.LINE.grid()).to(DType.FLOAT32)));
      Tensor expected = b.permute(1, 0).matmul(t).add(net.parameters().get("bias"));
      assertClose(net.forward(u), expected.view(3, 1, 32), 1e-5);
    }
  }

  private static Tensor mlp(DeepONet net, String name, Tensor x) {
    Tensor h = x;
    for (int layer = 0; layer < 3; layer++) {
      Tensor in = layer == 0 ? h : Activations.gelu(h);
      Tensor weight = net.parameters().get(name + "." + layer + ".weight");
      h = weight.matmul(in).add(net.parameters().get(name + "." + layer + ".bias").view(-1, 1));
    }
    return h;
  }

  @Test
  void answers_toManyStates_spanNoMoreThanTheBasis() {
    try (DeepONet net = net(Branch.MLP, Built.LINE)) {
      Tensor outputs = net.forward(noise(1, 20, 1, 32).mul(3)).view(20, 32);
      Tensor centred = outputs.sub(net.parameters().get("bias").view(1, 1));
      double[] sizes = LinearAlgebra.singularValues(centred).toDoubles();
      assertThat(sizes[5]).isGreaterThan(1e-4 * sizes[0]);
      assertThat(sizes[6]).isLessThan(1e-5 * sizes[0]);
    }
  }

  @Test
  void lastBranchLayer_doubled_doublesTheAnswerWithoutItsBias() {
    try (DeepONet net = net(Branch.MLP, Built.LINE);
        Autograd.Mode off = Autograd.off()) {
      Tensor u = noise(1, 3, 1, 32);
      Tensor bias = net.parameters().get("bias").view(1, 1, 1);
      assertThat(largest(bias)).isGreaterThan(1e-3);
      Tensor once = net.forward(u).sub(bias);
      net.parameters().get("branch.2.weight").mulInPlace(2);
      net.parameters().get("branch.2.bias").mulInPlace(2);
      assertClose(net.forward(u).sub(bias), once.mul(2), 1e-5);
    }
  }

  @Test
  void position_oneBoxFurther_givesTheSameAnswer() {
    try (DeepONet net = net(Branch.MLP, Built.LINE)) {
      Tensor u = noise(1, 3, 1, 32);
      Tensor here = net.at(u, positions(0.1, 0.37, 0.9));
      assertClose(net.at(u, positions(1.1, -0.63, 3.9)), here, 1e-5);
      assertThat(distance(net.at(u, positions(0.6, 0.87, 0.4)), here)).isGreaterThan(1e-3);
    }
  }

  @Test
  void parameterCounts_areThoseOfTheSpecification() {
    assertThat(DeepONetSpec.defaults(1).parameterCount(LINE)).isEqualTo(462_849);
    assertThat(DeepONetSpec.defaults(2).parameterCount(PLANE)).isEqualTo(1_932_801);
    long trunk = (8 + 1) * 256 + 3 * (256 + 1) * 256;
    long convolutions = (5 + 1) * 32 + (32 * 5 + 1) * 64 + (64 * 3 + 1) * 128;
    long head = (128 * 32 + 1) * 256 + (256 + 1) * 256;
    assertThat(DeepONetSpec.defaults(1).withBranch(Branch.CNN).parameterCount(LINE))
        .isEqualTo(trunk + convolutions + head + 1);
  }

  @Test
  void firstWeights_areGlorotNormalAndBiasesZero() {
    try (Operator net = Built.build(DeepONetSpec.defaults(1), LINE)) {
      Tensor weight = net.parameters().get("trunk.0.weight");
      assertThat(Math.sqrt(weight.square().mean().item())).isBetween(0.081, 0.096);
      assertThat(largest(net.parameters().get("trunk.0.bias"))).isZero();
      assertThat(largest(net.parameters().get("branch.3.bias"))).isZero();
      assertThat(largest(net.parameters().get("bias"))).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource({"MLP, 1", "MLP, 2", "CNN, 1", "CNN, 2"})
  void gradient_matchesFiniteDifferences(Branch branch, int dimension) {
    try (DeepONet net = net(branch, Built.shape(dimension))) {
      Tensor u = Built.states(dimension, 3);
      assertGradient(net.parameters(), () -> net.forward(u).square().mean(), 3e-3, 1e-2);
    }
  }

  @ParameterizedTest
  @EnumSource(Branch.class)
  void predictDelta_beforeTraining_isPersistence(Branch branch) {
    DeepONetSpec spec = small(branch).withPredictDelta(true);
    try (Operator net = Built.build(spec, new FieldShape(2, 16, 3, 1))) {
      Tensor u = noise(1, 3, 3, 16, 16);
      assertThat(distance(net.forward(u), u)).isZero();
      Built.stir(net, 0.05);
      assertThat(distance(net.forward(u), u)).isGreaterThan(1e-3);
    }
  }

  @ParameterizedTest
  @EnumSource(Branch.class)
  void severalChannels_haveTheirOwnPartOfTheBranch(Branch branch) {
    try (DeepONet net = net(branch, new FieldShape(1, 32, 3, 1));
        Autograd.Mode off = Autograd.off()) {
      Tensor u = noise(1, 4, 3, 32);
      Tensor before = net.forward(u);
      assertClose(net.forward(u.narrow(0, 1, 1)), before.narrow(0, 1, 1), 1e-5);
      String last = branch == Branch.MLP ? "branch.2.weight" : "branch.1.weight";
      net.parameters().get(last).narrow(0, 6, 6).zeroInPlace();
      net.parameters().get(last.replace("weight", "bias")).narrow(0, 6, 6).zeroInPlace();
      Tensor after = net.forward(u);
      Tensor offset = net.parameters().get("bias").narrow(0, 1, 1).expand(4, 32);
      assertClose(after.select(1, 1), offset, 1e-6);
      assertThat(distance(after.select(1, 0), before.select(1, 0))).isZero();
      assertThat(distance(after.select(1, 2), before.select(1, 2))).isZero();
    }
  }

  @Test
  void basisKeptBetweenSteps_followsTheWeights() {
    try (DeepONet net = net(Branch.MLP, Built.LINE)) {
      Tensor u = noise(1, 3, 1, 32);
      for (int change = 0; change < 3; change++) {
        Tensor taped = net.forward(u);
        try (Autograd.Mode off = Autograd.off()) {
          assertClose(net.forward(u), taped, 0);
          assertClose(net.forward(u), taped, 0);
        }
        Built.stir(net, 0.1);
        assertThat(distance(net.forward(u), taped)).isGreaterThan(1e-3);
      }
    }
  }

  @Test
  void gridOtherThanItsOwn_isRefused() {
    try (DeepONet net = net(Branch.MLP, Built.LINE)) {
      assertThat(net.runsOn(Points.of(32))).isTrue();
      assertThat(net.runsOn(Points.of(64))).isFalse();
      assertMessage(
          () -> net.forward(noise(1, 2, 1, 64)), "deeponet can run on, such as 32 points", "64");
      assertMessage(
          () -> net.forward(noise(1, 2, 2, 32)), "expected states [samples, 1, points along x]");
    }
  }

  @Test
  void sizesThatCannotWork_areNamed() {
    assertMessage(() -> spec(0, 4, 4, Branch.MLP, Coordinates.NONE), "basis of at least 1");
    assertMessage(() -> spec(8, 0, 4, Branch.MLP, Coordinates.NONE), "layers of at least 1");
    assertMessage(() -> spec(8, 4, 0, Branch.MLP, Coordinates.NONE), "harmonics of at least 1");
    assertMessage(() -> spec(8, 4, 4, null, Coordinates.NONE), "a value for 'branch'");
    assertMessage(() -> spec(8, 4, 4, Branch.MLP, null), "a value for 'coords'");
    assertMessage(
        () -> spec(8, 4, 4, Branch.MLP, Coordinates.PERIODIC),
        "coords: none with deeponet",
        "found periodic");
    assertMessage(
        () -> small(Branch.CNN).check(new FieldShape(1, 6, 1, 1)),
        "at least 8 points for branch: cnn",
        "6 points");
    small(Branch.MLP).check(new FieldShape(1, 6, 1, 1));
  }

  private static DeepONetSpec spec(
      int basis, int layers, int harmonics, Branch branch, Coordinates coords) {
    return new DeepONetSpec(basis, layers, harmonics, branch, coords, false);
  }

  private static void assertMessage(ThrowingCallable call, String... parts) {
    assertThatThrownBy(call).isInstanceOf(UserError.class).hasMessageContainingAll(parts);
  }
}
