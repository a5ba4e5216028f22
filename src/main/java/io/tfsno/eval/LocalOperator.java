package io.tfsno.eval;

import io.tfsno.engine.Device;
import io.tfsno.engine.LinearAlgebra;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.GatedBlock;
import io.tfsno.spectral.Modes;
import java.util.Arrays;

/**
 * The linear operator that a block is for a given state, before its bias and its activation:
 *
 * <pre>
 *   K_z = F^-1 (1 + delta(z)) Phi_0 F + W
 * </pre>
 *
 * It maps every wave to itself, so that it is a matrix over channels for each mode: {@code (1 +
 * delta) Phi_0 + W}, and W alone for waves that the block does not keep. Where the last wave number
 * is 0 a real field has both signs of k among its modes, and the transform back takes the Hermitian
 * part: the mean of the spectral weights at k and of the conjugate ones at -k.
 */
final class LocalOperator {
  private final Modes modes;
  private final Tensor spectral;
  private final Tensor pointwise;

  /**
   * @param factors {@code 1 + delta}, {@code [mode, channel]}
   */
  LocalOperator(GatedBlock block, Modes modes, Tensor factors) {
    this.modes = modes;
    Tensor each = factors.contiguous().view(modes.count(), -1, 1, 1);
    spectral = hermitian(block.spectralWeight().mul(each));
    pointwise = block.pointwiseWeight();
  }

  /** The largest singular value at each mode: the most that waves of it are amplified. */
  double[] norms() {
    Tensor real = pointwise.view(1, pointwise.size(0), pointwise.size(1), 1);
    Tensor imaginary = real.mul(0);
    Tensor both = spectral.add(Tensor.cat(3, real, imaginary)).contiguous();
    return LinearAlgebra.spectralNorm(both.asComplex()).toDoubles();
  }

  /** The part of weights {@code [mode, out, in, re/im]} that acts on real fields. */
  private Tensor hermitian(Tensor weights) {
    int count = modes.count();
    long[] partner = new long[count];
    float[] own = new float[count];
    float[] others = new float[count];
    for (int i = 0; i < count; i++) {
      int[] k = modes.waves(i);
      boolean paired = k[k.length - 1] == 0;
      int opposite = paired ? opposite(k) : -1;
      partner[i] = Math.max(0, opposite);
      own[i] = paired ? 0.5f : 1;
      others[i] = opposite < 0 ? 0 : 0.5f;
    }
    Device device = weights.device();
    Tensor conjugate = weights.mul(Tensor.of(new float[] {1, -1}, 2).to(device));
    return weights
        .mul(Tensor.of(own, count, 1, 1, 1).to(device))
        .add(
            conjugate
                .gather(0, Tensor.of(partner, count).to(device))
                .mul(Tensor.of(others, count, 1, 1, 1).to(device)));
  }

  /** The number of the mode -k; negative if it is not kept. */
  private int opposite(int... k) {
    int[] minus = Arrays.stream(k).map(wave -> -wave).toArray();
    for (int i = 0; i < modes.count(); i++) {
      if (Arrays.equals(modes.waves(i), minus)) {
        return i;
      }
    }
    return -1;
  }
}
