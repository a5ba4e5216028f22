package io.tfsno.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.engine.Autograd;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.LinearAlgebra;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.Built;
import io.tfsno.operator.GateReading;
import io.tfsno.operator.tfsno.BlockView;
import io.tfsno.operator.tfsno.TfSno;
import io.tfsno.spectral.Modes;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** K_z against what the block itself does to single waves. */
@ExtendWith(PerTestScope.class)
class LocalOperatorTest {
  private static final int CHANNELS = 6;

  /** Far to the right GELU is the identity, and a block is the affine map K_z z + b. */
  private static final float RIGHT = 30;

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void norms_areThoseOfTheBlockOnWavesOfOneNumber(int dimension) {
    try (TfSno net = Built.build(Built.tfSno(), dimension)) {
      Built.stir(net, 0.2);
      Tensor bias = net.parameters().get("blocks.0.pointwise.bias");
      try (Autograd.Mode off = Autograd.off()) {
        bias.copyInPlace(Tensor.full(RIGHT, DType.FLOAT32, Device.CPU, CHANNELS));
      }
      GateReading gate = net.gates(Built.states(dimension, 1)).get(0);
      BlockView block = net.blocks().get(0);
      Tensor factors = gate.delta().select(0, 0).permute(1, 0).add(1);
      double[] norms = new LocalOperator(block, gate.modes(), factors).norms();
      for (int i = 0; i < norms.length; i += dimension == 1 ? 1 : 5) {
        double seen = onWaves(block, gate, gate.modes(), i);
        // Fields of size 1 on a bias of 30, in single precision.
        assertThat(norms[i]).as("mode " + i).isCloseTo(seen, within(2e-4));
      }
    }
  }

  /** The largest singular value of the block on all fields with waves k and -k only. */
  private static double onWaves(BlockView block, GateReading gate, Modes modes, int mode) {
    int[] k = modes.waves(mode);
    int n = k.length == 1 ? 32 : 16;
    int points = k.length == 1 ? n : n * n;
    int phases = mode == 0 ? 1 : 2;
    Tensor[] columns = new Tensor[CHANNELS * phases];
    for (int c = 0; c < columns.length; c++) {
      double[] field = new double[CHANNELS * points];
      for (int p = 0; p < points; p++) {
        double phase = k.length == 1 ? k[0] * p : k[0] * (p / n) + k[1] * (p % n);
        double angle = 2 * Math.PI * phase / n - (c / CHANNELS) * Math.PI / 2;
        field[c % CHANNELS * points + p] = Math.cos(angle) * Math.sqrt((double) phases / points);
      }
      long[] shape = gate.input().shape();
      Tensor z = Tensor.of(field, shape).to(DType.FLOAT32);
      try (Autograd.Mode off = Autograd.off()) {
        columns[c] = block.applyWithGate(z, gate.delta()).add(-RIGHT).reshape(-1).to(DType.FLOAT64);
      }
    }
    return LinearAlgebra.spectralNorm(Tensor.stack(1, columns)).item();
  }
}
