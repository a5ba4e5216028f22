package io.tfsno.operator.tfsno;

import static io.tfsno.nn.TestFields.noise;
import static io.tfsno.nn.TestFields.waves;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.engine.Autograd;
import io.tfsno.engine.DType;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Parameters;
import io.tfsno.operator.BlockConstants;
import io.tfsno.operator.Built;
import io.tfsno.operator.Coordinates;
import io.tfsno.operator.SpectralInit;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every constant against something known from elsewhere, and the paper's bound on random pairs. */
@ExtendWith(PerTestScope.class)
class BlockConstantsTest {
  private static final double GELU = 1.128904;

  private static TfSno stirred(GateSpec gate, double size) {
    TfSno net = Built.build(Built.tfSno().withGate(gate), 1);
    Built.stir(net, size);
    return net;
  }

  @Test
  void weights_ofKnownMatrices_giveTheirNorms() {
    try (TfSno net = Built.build(Built.tfSno(), 1)) {
      Parameters p = net.parameters();
      int c = 6;
      float[] w = new float[c * c];
      w[c + 1] = -3;
      w[2 * c + 4] = 0.5f;
      set(p, "blocks.0.pointwise.weight", w);
      // Mode 2 maps channels 0 and 1 to channel 5 by 3 and 4i: a row of length 5.
      float[] phi = new float[6 * c * 2 * c];
      phi[at(2, 5, 0, 0)] = 3;
      phi[at(2, 5, 1, 1)] = 4;
      phi[at(4, 0, 0, 0)] = -4.5f;
      set(p, "blocks.0.spectral.weight", phi);
      // The first layer stretches one statistic by 2; the second's longest row has length 13.
      float[] first = new float[32 * 8];
      first[8 * 7 + 3] = 2;
      set(p, "blocks.0.gate.metanet.0.weight", first);
      float[] last = new float[36 * 32];
      last[32 * 9 + 1] = 5;
      last[32 * 9 + 2] = -12;
      last[32 * 10 + 2] = 12.5f;
      set(p, "blocks.0.gate.metanet.1.weight", last);
      BlockConstants k = BlockConstants.ofWeights(net.blocks().get(0));
      assertThat(k.pointwise()).isCloseTo(3, within(1e-5));
      assertThat(k.spectral()).isCloseTo(5, within(1e-5));
      assertThat(k.metaNet()).isCloseTo(26, within(1e-4));
      assertThat(k.alpha()).isCloseTo(Math.log(2), within(1e-6));
    }
  }

  /** Place of a value in spectral weights {@code [k, out, re/im, in]} of six channels. */
  private static int at(int k, int out, int part, int in) {
    return ((k * 6 + out) * 2 + part) * 6 + in;
  }

  private static void set(Parameters p, String name, float[] values) {
    try (Autograd.Mode off = Autograd.off()) {
      p.get(name).copyInPlace(Tensor.of(values, p.get(name).shape()));
    }
  }

  @ParameterizedTest
  @EnumSource(GateSpec.Controller.class)
  void slopeOfStatistics_isReachedByFiniteDifferencesAndNeverExceeded(
      GateSpec.Controller controller) {
    GateSpec gate = GateSpec.DEFAULT.withController(controller).withDetach(true);
    try (TfSno net = stirred(gate, 0.05)) {
      BlockView block = net.blocks().get(0);
      Tensor z = waves(3, 1, 6, 32, 4).add(noise(4, 1, 6, 32).mul(0.2));
      double slope = BlockConstants.ofWeights(block).including(block, z).statistics();
      double best = 0;
      for (int i = 0; i < 192; i++) {
        best = Math.max(best, difference(block, z, unit(i)));
      }
      // One coordinate at a time reaches the longest column; sums of them go on to the norm.
      assertThat(best).isLessThan(1.02 * slope).isGreaterThan(0.1 * slope);
      for (int i = 0; i < 50; i++) {
        Tensor e = noise(100 + i, 1, 6, 32);
        double size = Math.sqrt(e.square().sum().item());
        assertThat(difference(block, z, e.mul(1 / size))).isLessThan(1.02 * slope);
      }
      assertThat(steepest(block, z)).isCloseTo(slope, within(0.03 * slope));
    }
  }

  /** The Jacobian column by column from differences; its largest singular value by iteration. */
  private static double steepest(BlockView block, Tensor z) {
    Tensor[] columns = new Tensor[192];
    for (int i = 0; i < 192; i++) {
      columns[i] = change(block, z, unit(i)).view(-1);
    }
    Tensor j = Tensor.stack(1, columns).to(DType.FLOAT64);
    Tensor gram = j.matmul(j.permute(1, 0));
    Tensor v = Tensor.full(1, DType.FLOAT64, gram.device(), gram.size(0), 1);
    v = v.add(noise(9, gram.size(0), 1).to(DType.FLOAT64));
    double size = 0;
    for (int i = 0; i < 500; i++) {
      Tensor next = gram.matmul(v);
      size = Math.sqrt(next.square().sum().item());
      v = next.mul(1 / size);
    }
    return Math.sqrt(size);
  }

  private static Tensor unit(int index) {
    float[] e = new float[192];
    e[index] = 1;
    return Tensor.of(e, 1, 6, 32);
  }

  private static double difference(BlockView block, Tensor z, Tensor direction) {
    return Math.sqrt(change(block, z, direction).square().sum().item());
  }

  private static Tensor change(BlockView block, Tensor z, Tensor direction) {
    double h = 2e-3;
    try (Autograd.Mode off = Autograd.off()) {
      Tensor ahead = block.statistics(z.addScaled(direction, h));
      return ahead.sub(block.statistics(z.addScaled(direction, -h))).mul(0.5 / h);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.02, 0.2})
  void bound_onRandomPairs_holds(double size) {
    try (TfSno net = stirred(GateSpec.DEFAULT, size)) {
      for (int i = 0; i < 5; i++) {
        BlockView block = net.blocks().get(i);
        int c = List.of(6, 7, 8, 7, 6).get(i);
        int n = 32 >> Math.min(i, 4 - i);
        for (int pair = 0; pair < 10; pair++) {
          Tensor a = noise(pair, 1, c, n);
          Tensor b = a.add(noise(50 + pair, 1, c, n).mul(0.1 * (1 + pair % 5)));
          BlockConstants k = BlockConstants.ofWeights(block).including(block, a);
          for (int step = 1; step <= 10; step++) {
            k = k.including(block, a.addScaled(b.sub(a), step / 10.0));
          }
          double moved = norm(block.apply(b).sub(block.apply(a)));
          assertThat(moved).isLessThan(k.bound() * norm(b.sub(a)));
        }
      }
    }
  }

  @Test
  void bound_isMadeOfItsTerms_andOfTwoOfThemWithoutAGate() {
    BlockConstants k = new BlockConstants(0.5, 2, 3, 0.1, 4, 10);
    assertThat(k.sensitivity()).isCloseTo(4, within(1e-12));
    assertThat(k.bracket()).isCloseTo(1.5 * 2 + 3 + 0.5 * 2 * 4, within(1e-12));
    assertThat(k.bound()).isCloseTo(GELU * 10, within(1e-9));
    GateSpec none = GateSpec.DEFAULT.withKind(GateSpec.Kind.NONE);
    try (TfSno net = stirred(none, 0.1)) {
      BlockView block = net.blocks().get(2);
      BlockConstants still =
          BlockConstants.ofWeights(block).including(block, noise(1, 3, 8, 8).mul(2));
      assertThat(still.alpha()).isZero();
      assertThat(still.radius()).isPositive();
      assertThat(still.bracket()).isEqualTo(still.spectral() + still.pointwise());
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void boundOfTheStep_onRandomPairs_holds(boolean multiscale) {
    GateSpec gate = GateSpec.DEFAULT;
    TfSnoSpec spec =
        multiscale
            ? Built.tfSno().withPredictDelta(true)
            : new TfSnoSpec(
                List.of(6),
                List.of(6),
                false,
                gate,
                null,
                SpectralInit.NORMAL,
                Coordinates.PERIODIC,
                false);
    try (TfSno net = Built.build(spec, 1)) {
      Built.stir(net, 0.05);
      for (int pair = 0; pair < 10; pair++) {
        Tensor a = noise(pair, 1, 1, 32);
        Tensor b = a.add(noise(50 + pair, 1, 1, 32).mul(1e-2));
        List<Tensor> from = net.inputs(a);
        List<Tensor> to = net.inputs(b);
        Double[] bounds = new Double[5];
        for (int i = 0; i < 5; i++) {
          BlockView block = net.blocks().get(i);
          bounds[i] =
              BlockConstants.ofWeights(block)
                  .including(block, Tensor.cat(0, from.get(i), to.get(i)))
                  .bound();
        }
        double moved = norm(net.forward(b).sub(net.forward(a)));
        assertThat(moved).isPositive().isLessThan(net.stepBound(List.of(bounds)) * norm(b.sub(a)));
      }
    }
  }

  private static double norm(Tensor z) {
    return Math.sqrt(z.detach().square().sum().item());
  }
}
