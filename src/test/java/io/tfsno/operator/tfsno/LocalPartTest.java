package io.tfsno.operator.tfsno;

import static io.tfsno.nn.TestFields.assertClose;
import static io.tfsno.nn.TestFields.assertGradient;
import static io.tfsno.nn.TestFields.largest;
import static io.tfsno.nn.TestFields.noise;
import static io.tfsno.nn.TestFields.waves;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.Launches;
import io.tfsno.nn.Activation;
import io.tfsno.nn.Constants;
import io.tfsno.nn.Parameter;
import io.tfsno.nn.Parameters;
import io.tfsno.operator.BlockConstants;
import io.tfsno.operator.Built;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Inputs;
import io.tfsno.spectral.Boundary;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.Points;
import io.tfsno.spectral.Resample;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(PerTestScope.class)
class LocalPartTest {
  static final LocalSpec ALL = new LocalSpec(true, true, true, true, true, true);

  private static final FieldShape BOX =
      new FieldShape(Grid.periodic(Points.of(16, 24), 1), Channel.unnamed(1));

  private static TfSno built(TfSnoSpec spec, FieldShape shape) {
    return spec.build(shape, Device.CPU, new Rng(42));
  }

  static Stream<FieldShape> shapes() {
    Grid walls = Grid.of(Points.of(24, 16), new double[] {1, 1}, Boundary.WALL, Boundary.PERIODIC);
    return Stream.of(
        Built.LINE,
        Built.PLANE,
        BOX,
        new FieldShape(3, 16, 1, 1),
        new FieldShape(1, 27, 1, 1),
        new FieldShape(walls, Channel.unnamed(1)));
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void gateAndProducts_untrained_leaveThePapersBlock(FieldShape shape) {
    LocalSpec zero = LocalSpec.NONE.withGate(true).withProduct(true);
    try (TfSno plain = built(Built.tfSno(), shape);
        TfSno local = built(Built.tfSno().withLocal(zero), shape)) {
      for (Parameter p : plain.parameters().entries()) {
        assertThat(local.parameters().get(p.name()).toFloats())
            .as("the seed gives the same %s", p.name())
            .containsExactly(p.tensor().toFloats());
      }
      Tensor u = waves(1, 2, shape.points(), 3);
      Tensor out = plain.forward(u);
      assertClose(local.forward(u), out, 1e-6 * largest(out));
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void descent_onEveryKindOfGrid_lowersTheLoss(FieldShape shape) {
    try (TfSno net = built(Built.tfSno().withLocal(ALL), shape)) {
      Tensor u = waves(1, 3, shape.points(), 3);
      Tensor target = u.roll(1, 2);
      double first = Built.descend(net, u, target, 0.02);
      for (int i = 0; i < 5; i++) {
        Built.descend(net, u, target, 0.02);
      }
      assertThat(Built.descend(net, u, target, 0.02)).isFinite().isLessThan(first);
      for (Parameter p : net.parameters().entries()) {
        assertThat(largest(p.gradient())).as(p.name()).isPositive();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void gradient_matchesFiniteDifferences(int dimension) {
    GateSpec smooth = GateSpec.DEFAULT.withMetaNet(new MetaNetSpec(List.of(8), Activation.GELU));
    TfSnoSpec spec = Built.tfSno().withGate(smooth).withLocal(ALL);
    try (TfSno net = Built.build(spec, dimension)) {
      Built.stir(net, 0.05);
      Tensor u = Built.states(dimension, 3);
      assertGradient(net.parameters(), () -> net.forward(u).square().mean(), 3e-3, 2e-2);
    }
  }

  @Test
  void names_sayWhatParametersAre() {
    try (TfSno net = Built.build(Built.tfSno().withLocal(ALL), 2)) {
      assertThat(net.parameters().entries())
          .extracting(Parameter::name)
          .contains(
              "blocks.0.stencil.weight",
              "blocks.0.mix.weight",
              "blocks.0.mix.bias",
              "blocks.0.local_gate.weight",
              "blocks.0.local_gate.bias",
              "blocks.0.product.factors.weight",
              "blocks.4.product.spectral.weight");
      assertThat(net.parameters().get("blocks.1.product.factors.weight").shape())
          .as("7 channels, half of them rounded up")
          .containsExactly(8, 7);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {128, 1024, 96, 150})
  void finerGrids_giveTheSameFunctionOfASmoothState(int points) {
    assertThat(changeOnAnotherGrid(ALL.withMix(false).withResidual(false), points))
        .isLessThan(1e-3);
    // What GELUs make of a state goes on to the next block in full, so more of it is aliased.
    assertThat(changeOnAnotherGrid(ALL, points)).isLessThan(1e-2);
  }

  /** Of the largest number that a network made for 64 points gives. */
  private static double changeOnAnotherGrid(LocalSpec local, int points) {
    try (TfSno net = built(Built.tfSno().withLocal(local), new FieldShape(1, 64, 1, 1))) {
      Built.stir(net, 0.1);
      Tensor u = waves(3, 2, 1, 64, 2);
      Tensor expected = Resample.to(net.forward(u), Points.of(points));
      Tensor found = net.forward(Resample.to(u, Points.of(points)));
      return largest(found.sub(expected)) / largest(expected);
    }
  }

  @Test
  void shifts_byTheCoarsestCell_stillCommute() {
    try (TfSno net = Built.build(Built.tfSno().withLocal(ALL), 1)) {
      Built.stir(net, 0.1);
      Tensor u = noise(1, 3, 1, 32);
      Tensor out = net.forward(u);
      assertClose(net.forward(u.roll(12, 2)), out.roll(12, 2), 1e-5 * largest(out));
    }
  }

  @Test
  void residualBlocks_addTheirInputToWhatTheyMakeOfIt() {
    LocalSpec plain = ALL.withMix(false);
    try (Asobs with = new Asobs(plain);
        Asobs without = new Asobs(plain.withResidual(false))) {
      Tensor z = noise(4, 2, 6, 32);
      assertClose(with.of(z), without.of(z).add(z), 1e-6);
    }
  }

  @Test
  void mixedBlocks_mapWhatTheyAddToTheirInput() {
    try (Asobs mixed = new Asobs(ALL);
        Asobs plain = new Asobs(ALL.withMix(false).withResidual(false))) {
      try (Autograd.Mode off = Autograd.off()) {
        for (Parameter p : plain.net.parameters().entries()) {
          p.tensor().copyInPlace(mixed.net.parameters().get(p.name()));
        }
      }
      Tensor weight = mixed.net.parameters().get("blocks.0.mix.weight");
      Tensor bias = mixed.net.parameters().get("blocks.0.mix.bias");
      Tensor z = noise(4, 2, 6, 32);
      Tensor change = weight.matmul(plain.of(z)).add(bias.view(-1, 1));
      assertClose(mixed.of(z), z.add(change), 1e-5);
    }
  }

  @Test
  void optionsThatShapeAnotherOne_areRefusedWithoutIt() {
    assertThatThrownBy(() -> LocalSpec.NONE.withWide(true))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("expected local.stencil with local.wide");
    assertThatThrownBy(() -> LocalSpec.NONE.withMix(true))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("expected local.residual with local.mix");
  }

  /** A block alone, from the same seed whatever its local terms. */
  private static final class Asobs implements AutoCloseable {
    private final TfSno net;

    Asobs(LocalSpec local) {
      net = Built.build(Built.tfSno().withLocal(local), 1);
      Built.stir(net, 0.1);
    }

    Tensor of(Tensor z) {
      return net.blocks().get(0).apply(z);
    }

    @Override
    public void close() {
      net.close();
    }
  }

  @Test
  void moreModesThanAThirdOfThePoints_areFine() {
    TfSnoSpec spec = TfSnoSpec.defaults(2).withLocal(LocalSpec.NONE.withProduct(true));
    FieldShape shape = new FieldShape(2, 64, 1, 1);
    spec.check(shape);
    assertThat(3 * spec.modes().get(2).forAllAxes()).isGreaterThan(shape.points().last() / 4);
  }

  @Test
  void nothingLocal_isThePapersSpecification() {
    assertThat(Built.tfSno().withLocal(LocalSpec.NONE)).isEqualTo(Built.tfSno());
  }

  @Test
  void kernels_areForStencilsAtHomeAndNotForProducts() {
    LocalSpec stencil = LocalSpec.NONE.withStencil(true).withGate(true);
    assertThat(fuses(stencil, 256)).isTrue();
    assertThat(fuses(stencil, 512)).isFalse();
    assertThat(fuses(LocalSpec.NONE.withGate(true), 512)).isTrue();
    assertThat(fuses(stencil.withProduct(true), 256)).isFalse();
    assertThat(fuses(stencil.withWide(true), 256)).isTrue();
    assertThat(fuses(stencil.withWide(true), 512)).isFalse();
    LocalSpec mixed = LocalSpec.NONE.withResidual(true).withMix(true);
    assertThat(fuses(mixed, 512)).isTrue();
    assertThat(fuses(mixed.withStencil(true), 256)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"128, 227, true", "128, 96, false", "64, 96, true"})
  void kernels_areForWeightsThatFitBesideALine(int channels, int kibibytes, boolean fit) {
    LocalSpec local = LocalSpec.NONE.withStencil(true).withGate(true).withWide(true);
    Points points = Points.of(64, 64);
    try (Launches smaller = new Launches(kibibytes << 10)) {
      assertThat(fuses(local, channels, points, points)).isEqualTo(fit);
    }
  }

  /** Whether a block trained on 256 points has kernels on n points. */
  private static boolean fuses(LocalSpec local, int points) {
    try (Launches rehearsal = new Launches()) {
      return fuses(local, 32, Points.of(256), Points.of(points));
    }
  }

  private static boolean fuses(LocalSpec local, int channels, Points trained, Points points) {
    int dimension = trained.dimension();
    TfSnoSpec full = TfSnoSpec.defaults(dimension).withLocal(local);
    TfSnoSpec spec = Ablations.of("no-gate").of(full, dimension);
    try (Parameters parameters = new Parameters();
        Constants constants = new Constants()) {
      GivenFeatures nothing = new GivenFeatures(spec.gate(), Inputs.NONE, constants, null);
      Modes modes = Modes.half(trained.map(n -> 24).perAxis());
      Asob block =
          new Asob(parameters, constants, 0, spec, nothing, null, channels, modes, trained);
      parameters.allocate(Device.CPU, new Rng(1));
      assertThat(new BlockView(block).isLocal()).isTrue();
      return block.fuses(points);
    }
  }

  @Test
  void boundsThatWouldNotHold_areRefused() {
    TfSnoSpec local = Built.tfSno().withLocal(ALL);
    assertThatThrownBy(() -> local.withContraction(ContractionSpec.SUGGESTED))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("bounds on blocks (contraction) or local terms (local)")
        .hasMessageContaining("leave one of the two out");
    try (TfSno net = Built.build(local, 1)) {
      assertThatThrownBy(() -> BlockConstants.ofWeights(net.blocks().get(0)))
          .isInstanceOf(UserError.class)
          .hasMessageContaining("found blocks with local terms");
    }
  }
}
