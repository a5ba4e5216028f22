package io.tfsno.eval;

import static io.tfsno.nn.TestFields.noise;
import static io.tfsno.nn.TestFields.waves;
import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.engine.Autograd;
import io.tfsno.engine.DType;
import io.tfsno.engine.LinearAlgebra;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.BlockConstants;
import io.tfsno.operator.Built;
import io.tfsno.operator.tfsno.BlockView;
import io.tfsno.operator.tfsno.GateSpec;
import io.tfsno.operator.tfsno.TfSno;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The paper's two inequalities about a gate, on random and on trained networks. */
@ExtendWith(PerTestScope.class)
class GateSensitivityTest {
  private static final double GELU = 1.128904;
  private static final int VALUES = 6 * 32;

  private static TfSno random(GateSpec gate, double size) {
    TfSno net = Built.build(Built.tfSno().withGate(gate), 1);
    Built.stir(net, size);
    return net;
  }

  /** Trained to damp waves by how many there are, so that gates have something to tell. */
  private static TfSno trained() {
    TfSno net = Built.build(Built.tfSno(), 1);
    Tensor u = Tensor.cat(0, waves(1, 4, 1, 32, 2), noise(2, 4, 1, 32));
    Tensor target = Tensor.cat(0, u.narrow(0, 0, 4), u.narrow(0, 4, 4).mul(0.2));
    for (int step = 0; step < 60; step++) {
      Built.descend(net, u, target, 0.05);
    }
    return net;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void inequalities_hold(boolean afterTraining) {
    try (TfSno net = afterTraining ? trained() : random(GateSpec.DEFAULT, 0.1)) {
      Tensor u = Built.states(1, 6);
      List<Tensor> inputs = net.inputs(u);
      for (int i = 0; i < 5; i++) {
        BlockView block = net.blocks().get(i);
        Tensor z = inputs.get(i);
        Tensor other = z.roll(1, 0);
        BlockConstants k = BlockConstants.ofWeights(block);
        for (int point = 0; point <= 20; point++) {
          k = k.including(block, z.addScaled(other.sub(z), point / 20.0));
        }
        GateSensitivity found = new GateSensitivity(block, new Rng(i));
        found.examine(z, other);
        // M_Phi once more, from the complex matrices one by one.
        double phi = 0;
        Tensor weights = block.spectralWeight().detach();
        for (int mode = 0; mode < weights.size(0); mode++) {
          Tensor one = weights.select(0, mode).contiguous().asComplex();
          phi = Math.max(phi, LinearAlgebra.spectralNorm(one).item());
        }
        assertThat(found.onOutput()).isPositive().isLessThan(GELU * phi * 1.0001);
        assertThat(k.gateOnOutput()).isBetween(GELU * phi * 0.9999, GELU * phi * 1.0001);
        assertThat(found.ofState()).isPositive().isLessThan(k.gateOfState());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = GateSpec.Kind.class,
      names = {"MODE", "BAND", "SCALAR"})
  void changeWithTheState_isTheLongestRowOfTheGatesJacobian(GateSpec.Kind kind) {
    try (TfSno net = random(GateSpec.DEFAULT.withKind(kind).withBands(2), 0.1)) {
      BlockView block = net.blocks().get(0);
      Tensor z = waves(3, 1, 6, 32, 4).add(noise(4, 1, 6, 32).mul(0.2));
      GateSensitivity found = new GateSensitivity(block, new Rng(5));
      found.examine(z, z.add(noise(6, 1, 6, 32).mul(1e-2)));
      double row = longestRow(block, z);
      // Differences over 0.001 of the field, in single precision; ascent need not be complete.
      assertThat(found.ofState()).isBetween(0.9 * row, 1.02 * row);
    }
  }

  /** The Jacobian of all gates, column by column from central differences. */
  private static double longestRow(BlockView block, Tensor z) {
    Tensor[] columns = new Tensor[VALUES];
    double h = 2e-3;
    for (int i = 0; i < VALUES; i++) {
      float[] e = new float[VALUES];
      e[i] = (float) h;
      Tensor change = Tensor.of(e, 1, 6, 32);
      try (Autograd.Mode off = Autograd.off()) {
        Tensor ahead = block.delta(z.add(change));
        columns[i] = ahead.sub(block.delta(z.sub(change))).mul(0.5 / h).reshape(-1);
      }
    }
    return Math.sqrt(Tensor.stack(1, columns).to(DType.FLOAT64).square().sum(1).max(0).item());
  }

  @Test
  void aGateWithoutGradient_isMeasuredByPairsAndRandomChanges() {
    try (TfSno net = random(GateSpec.DEFAULT.withDetach(true), 0.1)) {
      BlockView block = net.blocks().get(0);
      Tensor z = noise(1, 2, 6, 32);
      GateSensitivity found = new GateSensitivity(block, new Rng(1));
      found.examine(z, z.roll(1, 0));
      BlockConstants k = BlockConstants.ofWeights(block).including(block, z);
      assertThat(found.ofState()).isPositive().isLessThan(k.gateOfState());
    }
  }
}
