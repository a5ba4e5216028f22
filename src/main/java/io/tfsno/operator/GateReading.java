package io.tfsno.operator;

import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Modes;

/**
 * What one block did with one batch.
 *
 * @param block number of the block, in the order of the field's way through the network
 * @param modes the modes in use on this grid; they index the last axis of {@code delta}
 * @param input the field that entered the block, {@code [sample, channel, x(, y)]}
 * @param delta the relative change of each mode's gain, {@code [sample, channel, mode]}
 */
public record GateReading(int block, Modes modes, Tensor input, Tensor delta) {

  /**
   * The relative change of each shell of rounded wave number {@code [sample][shell]}: the mean over
   * channels and over the modes of the shell. Modes in the corners beyond the last shell are left
   * out.
   */
  public double[][] deltaPerShell() {
    int samples = Math.toIntExact(delta.size(0));
    double[] perMode = delta.mean(1).toDoubles();
    int count = modes.count();
    int shells = modes.columns().count();
    double[][] mean = new double[samples][shells];
    int[] members = new int[shells];
    for (int i = 0; i < count; i++) {
      int shell = (int) Math.round(Math.hypot(modes.k1(i), modes.k2(i)));
      if (shell < shells) {
        members[shell]++;
        for (int s = 0; s < samples; s++) {
          mean[s][shell] += perMode[s * count + i];
        }
      }
    }
    for (double[] sample : mean) {
      for (int shell = 0; shell < shells; shell++) {
        sample[shell] /= Math.max(1, members[shell]);
      }
    }
    return mean;
  }
}
