package io.tfsno.operator.tfsno;

import static io.tfsno.nn.TestFields.assertClose;
import static io.tfsno.nn.TestFields.assertGradient;
import static io.tfsno.nn.TestFields.distance;
import static io.tfsno.nn.TestFields.largest;
import static io.tfsno.nn.TestFields.line;
import static io.tfsno.nn.TestFields.noise;
import static io.tfsno.nn.TestFields.waves;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.LinearAlgebra;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Activation;
import io.tfsno.nn.Constants;
import io.tfsno.nn.Parameter;
import io.tfsno.operator.Built;
import io.tfsno.operator.Conditions;
import io.tfsno.operator.Coordinates;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.GateReading;
import io.tfsno.operator.SpectralInit;
import io.tfsno.operator.TimeSpec;
import io.tfsno.spectral.FftTransform;
import io.tfsno.spectral.Points;
import io.tfsno.spectral.Resample;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TfSnoTest {
  private Scope scope;

  @BeforeEach
  void open() {
    scope = new Scope();
  }

  @AfterEach
  void free() {
    scope.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void untrained_equalsTheStaticModel(int dimension) {
    TfSnoSpec spec = Built.tfSno();
    GateSpec none = spec.gate().withKind(GateSpec.Kind.NONE);
    try (TfSno gated = Built.build(spec, dimension);
        TfSno fixed = Built.build(spec.withGate(none), dimension)) {
      for (Parameter p : fixed.parameters().entries()) {
        assertThat(p.tensor().toFloats())
            .as("the seed gives the same %s", p.name())
            .containsExactly(gated.parameters().get(p.name()).toFloats());
      }
      Tensor u = Built.states(dimension, 3);
      assertThat(distance(gated.forward(u), fixed.forward(u))).isZero();
    }
  }

  @Test
  void gateInOneBlock_leavesTheOthersStatic() {
    TfSnoSpec spec = Built.tfSno();
    TfSnoSpec third = spec.withGate(spec.gate().withBlocks(List.of(3)));
    try (TfSno all = Built.build(spec, 1);
        TfSno one = Built.build(third, 1)) {
      assertThat(one.blocks().stream().map(BlockView::isGated))
          .containsExactly(false, false, true, false, false);
      Built.stir(all, 0.1);
      for (Parameter p : one.parameters().entries()) {
        p.tensor().detach().copyInPlace(all.parameters().get(p.name()));
      }
      Tensor u = Built.states(1, 3);
      for (GateReading reading : one.gates(u)) {
        assertThat(largest(reading.delta()) > 0)
            .as("a gate in block %d", reading.block())
            .isEqualTo(reading.block() == 2);
      }
      assertThat(one.gates(u)).hasSize(5);
      // With the other gates shut, which starts them at rest, both are one network.
      for (int block : new int[] {0, 1, 3, 4}) {
        String last = "blocks.%d.gate.metanet.1.".formatted(block);
        all.parameters().get(last + "weight").detach().zeroInPlace();
        all.parameters().get(last + "bias").detach().zeroInPlace();
      }
      assertThat(distance(one.forward(u), all.forward(u))).isZero();
    }
  }

  @Test
  void gatesInBlocksThatAreNotThere_areAnError() {
    TfSnoSpec spec = Built.tfSno();
    assertThatThrownBy(() -> spec.withGate(spec.gate().withBlocks(List.of(2, 6))))
        .hasMessageContaining("gates in blocks 1 to 5")
        .hasMessageContaining("[2, 6]");
    for (List<Integer> wrong : List.of(List.<Integer>of(), List.of(0), List.of(2, 2))) {
      assertThatThrownBy(() -> spec.gate().withBlocks(wrong))
          .hasMessageContaining("one or more different numbers of blocks, from 1 on")
          .hasMessageContaining(wrong.toString());
    }
  }

  @Test
  void shiftByMultiplesOfTheCoarsestCell_isExactlyEquivariant() {
    try (TfSno onLine = Built.build(Built.tfSno(), 1);
        TfSno onPlane = Built.build(Built.tfSno(), 2)) {
      Built.stir(onLine, 0.1);
      Built.stir(onPlane, 0.1);
      Tensor u = noise(1, 3, 1, 32);
      Tensor out = onLine.forward(u);
      assertClose(onLine.forward(u.roll(12, 2)), out.roll(12, 2), 1e-5 * largest(out));
      double odd = distance(onLine.forward(u.roll(1, 2)), out.roll(1, 2));
      assertThat(odd).isBetween(1e-5 * largest(out), largest(out));
      Tensor v = noise(1, 2, 1, 16, 16);
      Tensor moved = onPlane.forward(v.roll(4, 2).roll(-8, 3));
      Tensor expected = onPlane.forward(v).roll(4, 2).roll(-8, 3);
      assertClose(moved, expected, 1e-5 * largest(expected));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void wayUp_onTheCoarseGrid_equalsGrowingThenJoining(int dimension) {
    // The literal formula of one level: join [ up grow(m), e ].
    try (TfSno net = Built.build(Built.tfSno(), dimension)) {
      Tensor m = dimension == 1 ? noise(1, 8, 2, 8) : noise(1, 8, 2, 4, 4);
      Tensor e = dimension == 1 ? noise(2, 7, 2, 16) : noise(2, 7, 2, 8, 8);
      Tensor up = net.parameters().get("up.1.weight");
      Tensor join = net.parameters().get("join.1.weight");
      Tensor grown = Resample.to(m, Points.of(e, dimension));
      Tensor literal =
          affine(
              join,
              net.parameters().get("join.1.bias"),
              Tensor.cat(0, affine(up, net.parameters().get("up.1.bias"), grown), e));
      assertClose(net.joined(1, m, e), literal, 1e-5);
    }
  }

  private static Tensor affine(Tensor weight, Tensor bias, Tensor x) {
    long[] shape = x.shape();
    shape[0] = weight.size(0);
    return weight.matmul(x.reshape(x.size(0), -1)).add(bias.view(-1, 1)).view(shape);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void productsAndFastTransforms_giveTheSameNetwork(int dimension) {
    FieldShape shape = Built.shape(dimension);
    try (TfSno gemm = new TfSno(Built.tfSno(), shape, new Constants());
        TfSno fft = new TfSno(Built.tfSno(), shape, new Constants(FftTransform::new))) {
      gemm.parameters().allocate(Device.CPU, new Rng(1));
      fft.parameters().allocate(Device.CPU, new Rng(1));
      Tensor u = Built.states(dimension, 3);
      assertClose(gemm.forward(u), fft.forward(u), 1e-5);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void gradient_matchesFiniteDifferences(int dimension) {
    GateSpec smooth = GateSpec.DEFAULT.withMetaNet(new MetaNetSpec(List.of(8), Activation.GELU));
    try (TfSno net = Built.build(Built.tfSno().withGate(smooth), dimension)) {
      Built.stir(net, 0.05);
      Tensor u = Built.states(dimension, 3);
      assertGradient(net.parameters(), () -> net.forward(u).square().mean(), 3e-3, 2e-2);
    }
  }

  @Test
  void gradientThroughStatistics_stopsWhenDetached() {
    for (boolean detach : new boolean[] {false, true}) {
      GateSpec gate = GateSpec.DEFAULT.withDetach(detach);
      try (TfSno net = Built.build(Built.tfSno().withGate(gate), 1)) {
        Built.stir(net, 0.1);
        Tensor z = noise(1, 2, 6, 32).trainable();
        net.blocks().get(0).delta(z).sum().add(z.sum().mul(0)).backward();
        assertThat(largest(z.grad()) == 0).isEqualTo(detach);
        net.forward(Built.states(1, 3)).square().mean().backward();
        Tensor gradient = net.parameters().flatGradient();
        assertThat(gradient.square().sum().item()).isFinite().isPositive();
      }
    }
  }

  @Test
  void gate_isBoundedByAlphaAndLeavesOtherModesAlone() {
    try (TfSno net = Built.build(Built.tfSno(), 1)) {
      Built.stir(net, 0.5);
      List<GateReading> readings = net.gates(Built.states(1, 3));
      assertThat(readings).hasSize(5);
      for (int i = 0; i < 5; i++) {
        double alpha = net.blocks().get(i).alpha();
        double largest = largest(readings.get(i).delta());
        assertThat(largest).isPositive().isLessThanOrEqualTo(alpha);
        long channels = List.of(6L, 7L, 8L, 7L, 6L).get(i);
        assertThat(readings.get(i).delta().shape())
            .containsExactly(3, channels, readings.get(i).modes().count());
        assertThat(readings.get(i).input().size(1)).isEqualTo(channels);
      }
      Tensor beyond = line(32, x -> Math.cos(2 * Math.PI * 6 * x)).expand(1, 6, 32).contiguous();
      BlockView first = net.blocks().get(0);
      Tensor open = Tensor.full(0.9, DType.FLOAT32, Device.CPU, 1, 6, 6);
      assertClose(
          first.applyWithGate(beyond, open), first.applyWithGate(beyond, open.mul(-1)), 1e-6);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void reading_givenBackAsGate_reproducesTheBlock(int dimension) {
    try (TfSno net = Built.build(Built.tfSno(), dimension)) {
      Built.stir(net, 0.3);
      for (GateReading reading : net.gates(Built.states(dimension, 2))) {
        BlockView block = net.blocks().get(reading.block());
        Tensor out = block.applyWithGate(reading.input(), reading.delta());
        assertClose(out, block.apply(reading.input()), 1e-6);
        assertClose(block.delta(reading.input()), reading.delta(), 1e-6);
      }
    }
  }

  @Test
  void gateBound_ofTheStabilityAnalysis_holds() {
    try (TfSno net = Built.build(Built.tfSno(), 1)) {
      BlockView block = net.blocks().get(0);
      double largestWeight =
          LinearAlgebra.spectralNorm(block.spectralWeight().detach().asComplex()).max(0).item();
      Tensor z = noise(1, 1, 6, 32);
      double norm = Math.sqrt(z.square().sum().item());
      for (int i = 0; i < 20; i++) {
        Tensor a = noise(100 + i, 1, 6, 6).tanh();
        Tensor b = noise(200 + i, 1, 6, 6).tanh();
        Tensor change = block.applyWithGate(z, a).sub(block.applyWithGate(z, b));
        double bound = 1.128904 * largestWeight * norm * distance(a, b);
        assertThat(Math.sqrt(change.square().sum().item())).isLessThanOrEqualTo(bound);
      }
    }
  }

  @Test
  void training_makesGatesDependOnTheSpectrum_butScalarOnesAreConstant() {
    Tensor u = Tensor.cat(0, waves(1, 4, 1, 32, 2), noise(2, 4, 1, 32));
    Tensor target = u.mul(0.5);
    for (GateSpec.Kind kind : new GateSpec.Kind[] {GateSpec.Kind.MODE, GateSpec.Kind.SCALAR}) {
      GateSpec gate = GateSpec.DEFAULT.withKind(kind);
      try (TfSno net = Built.build(Built.tfSno().withGate(gate), 1)) {
        for (int step = 0; step < 10; step++) {
          Built.descend(net, u, target, 0.05);
        }
        Tensor delta = net.gates(u).get(0).delta();
        assertThat(distance(delta.select(0, 0), delta.select(0, 7))).isGreaterThan(1e-6);
        Tensor ofOne = delta.select(0, 0).reshape(-1);
        double spread = ofOne.max(0).item() + ofOne.neg().max(0).item();
        if (kind == GateSpec.Kind.SCALAR) {
          assertThat(spread).isZero();
        } else {
          assertThat(spread).isPositive();
        }
      }
    }
  }

  @Test
  void zeroBatch_oneStep_staysFinite() {
    try (TfSno net = Built.build(Built.tfSno(), 1)) {
      Tensor zeros = Tensor.zeros(DType.FLOAT32, Device.CPU, 4, 1, 32);
      Built.descend(net, zeros, zeros, 0.1);
      assertThat(net.parameters().flat().allFinite()).isTrue();
      assertThat(net.forward(zeros).allFinite()).isTrue();
    }
  }

  @Test
  void calibration_standardisesStatisticsAndIsStored() {
    GateSpec gate = GateSpec.DEFAULT.withStandardise(true);
    try (TfSno net = Built.build(Built.tfSno().withGate(gate), 1)) {
      Tensor u = noise(1, 64, 1, 32);
      assertThat(net.parameters().stateEntries()).hasSize(10);
      assertThat(net.parameters().stateEntries().get(0).name()).isEqualTo("blocks.0.gate.shift");
      net.calibrate(u, Conditions.NONE, 0);
      GateReading last = net.gates(u).get(4);
      Tensor s = net.blocks().get(4).statistics(last.input());
      assertClose(s.mean(0), Tensor.zeros(DType.FLOAT32, Device.CPU, 8), 1e-3);
      double spread = Math.sqrt(s.select(1, 0).square().mean().item());
      assertThat(spread).isBetween(0.2, 1.01);
      assertThat(largest(net.parameters().flatState())).isGreaterThan(1.5);
    }
  }

  @Test
  void calibration_onDifferentStates_givesEveryStatisticMeanZeroAndDeviationOne() {
    GateSpec gate = GateSpec.DEFAULT.withStandardise(true);
    try (TfSno net = Built.build(Built.tfSno().withGate(gate), 1)) {
      // Waves under more and more noise, at sizes over three orders.
      Tensor[] states = new Tensor[64];
      for (int i = 0; i < states.length; i++) {
        Tensor rough = noise(i, 1, 1, 32).mul((i % 8) / 8.0);
        states[i] = waves(i, 1, 1, 32, 3).add(rough).mul(Math.pow(10, (i % 13) / 4.0 - 1.5));
      }
      Tensor u = Tensor.cat(0, states);
      net.calibrate(u, Conditions.NONE, 0);
      List<GateReading> readings = net.gates(u);
      for (int block = 0; block < 5; block++) {
        Tensor s = net.blocks().get(block).statistics(readings.get(block).input());
        assertClose(s.mean(0), Tensor.zeros(DType.FLOAT32, Device.CPU, 8), 1e-3);
        // A deviation of 0.01 is the least that is trusted; these states differ by more.
        for (double variance : s.square().mean(0).toDoubles()) {
          assertThat(variance).isBetween(0.85, 1.001);
        }
      }
    }
  }

  @Test
  void time_shiftsTheGateOfTheSameState() {
    GateSpec gate = GateSpec.DEFAULT.withTime(new TimeSpec(4, 1.0, true));
    try (TfSno net = Built.build(Built.tfSno().withGate(gate), 1)) {
      assertThat(net.needsTime()).isTrue();
      Built.stir(net, 0.2);
      Tensor u = Built.states(1, 1).expand(2, 1, 32).contiguous();
      Tensor t = Tensor.of(new float[] {0.1f, 0.35f}, 2);
      Tensor delta = net.gates(u, Conditions.ofTime(t)).get(0).delta();
      assertThat(distance(delta.select(0, 0), delta.select(0, 1))).isGreaterThan(1e-4);
      Tensor out = net.forward(u, Conditions.ofTime(t));
      assertThat(distance(out.select(0, 0), out.select(0, 1))).isGreaterThan(1e-6);
      assertThatThrownBy(() -> net.forward(u))
          .hasMessageContaining("the time of each of the 2 states");
    }
  }

  @Test
  void otherGrids_runWithTheModesTheyHold() {
    try (TfSno net = Built.build(Built.tfSno(), 1);
        TfSno plane = Built.build(Built.tfSno(), 2)) {
      Built.stir(net, 0.1);
      Built.stir(plane, 0.1);
      assertThat(net.runsOn(Points.of(64))).isTrue();
      assertThat(net.runsOn(Points.of(16))).isTrue();
      assertThat(net.runsOn(Points.of(8))).isFalse();
      assertThat(net.runsOn(Points.of(30))).isTrue();
      assertThat(net.runsOn(Points.of(12))).isFalse();
      Tensor u = Built.states(1, 2);
      Tensor fine = net.forward(Resample.to(u, Points.of(128)));
      Tensor same = Resample.to(net.forward(u), Points.of(128));
      assertThat(distance(fine, same)).isLessThan(0.5 * largest(same));
      assertThat(net.forward(noise(1, 2, 1, 16)).allFinite()).isTrue();
      assertThat(plane.forward(noise(1, 2, 1, 32, 32)).allFinite()).isTrue();
    }
  }

  @Test
  void coarserGrid_cutsWeightsAndGatesTogether() {
    TfSnoSpec spec =
        new TfSnoSpec(
            List.of(4, 5, 6),
            List.of(12, 8, 3),
            true,
            GateSpec.DEFAULT,
            null,
            SpectralInit.NORMAL,
            Coordinates.NONE,
            false);
    FieldShape shape = new FieldShape(2, 32, 1, 1);
    try (TfSno net = spec.build(shape, Device.CPU, new Rng(1))) {
      Built.stir(net, 0.1);
      GateReading first = net.gates(noise(1, 2, 1, 16, 16)).get(0);
      assertThat(first.modes().count()).isEqualTo(16 * 8);
      assertThat(first.delta().shape()).containsExactly(2, 4, 128);
      net.forward(noise(1, 2, 1, 16, 16)).sum().backward();
      assertThat(net.parameters().flatGradient().allFinite()).isTrue();
    }
  }

  @Test
  void predictDelta_beforeTraining_isPersistence() {
    try (TfSno net = Built.build(Built.tfSno().withPredictDelta(true), 2)) {
      Tensor u = Built.states(2, 2);
      assertThat(distance(net.forward(u), u)).isZero();
    }
  }

  @Test
  void alpha_startsWhereItIsTold() {
    for (double alpha : new double[] {Math.log(2), 0.1, 0.5, 1.0}) {
      GateSpec gate = GateSpec.DEFAULT.withAlpha(alpha);
      try (TfSno net = Built.build(Built.tfSno().withGate(gate), 1)) {
        assertThat(net.blocks().get(2).alpha()).isCloseTo(alpha, offset(1e-6));
      }
    }
  }
}
