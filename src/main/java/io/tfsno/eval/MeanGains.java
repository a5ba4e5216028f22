package io.tfsno.eval;

import io.tfsno.operator.GateReading;
import io.tfsno.spectral.ModeShells;
import java.util.Arrays;
import java.util.List;

/** The factor of each wave number: the mean of {@code 1 + delta} over channels and its shell. */
public final class MeanGains {
  private MeanGains() {}

  /** {@code [sample][block][wave number]}. */
  public static double[][][] of(List<GateReading> blocks) {
    int samples = blocks.isEmpty() ? 0 : (int) blocks.get(0).delta().size(0);
    double[][][] gains = new double[samples][blocks.size()][];
    for (int b = 0; b < blocks.size(); b++) {
      ModeShells shells = new ModeShells(blocks.get(b).modes());
      int modes = blocks.get(b).modes().count();
      double[] perMode = blocks.get(b).delta().add(1).mean(1).toDoubles();
      for (int i = 0; i < samples; i++) {
        gains[i][b] = shells.means(Arrays.copyOfRange(perMode, i * modes, (i + 1) * modes));
      }
    }
    return gains;
  }
}
