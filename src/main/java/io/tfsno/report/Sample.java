package io.tfsno.report;

import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Grid;
import java.util.List;

/**
 * One test trajectory with its prediction; step 0 is the start.
 *
 * @param grid of what is drawn: in 3D the plane of the first two axes
 * @param slice where that plane lies, such as {@code z = 0.5}; empty in 1D and 2D
 * @param first number of the state that it starts from, from 0 on
 * @param fields every channel
 * @param truthPower power per shell at each step, over all channels
 */
record Sample(
    Grid grid,
    String slice,
    double dt,
    int first,
    List<Fields> fields,
    double[][] truthPower,
    double[][] predictionPower) {

  /** Values of one channel, {@code [step][cells]}. */
  record Fields(Channel channel, double[][] truth, double[][] prediction) {
    double[][] error() {
      double[][] d = new double[truth.length][truth[0].length];
      for (int t = 0; t < d.length; t++) {
        for (int i = 0; i < d[t].length; i++) {
          d[t][i] = prediction[t][i] - truth[t][i];
        }
      }
      return d;
    }

    String label() {
      return channel.unit().isEmpty()
          ? channel.name()
          : "%s (%s)".formatted(channel.name(), channel.unit());
    }
  }

  /** Number of states, the start included. */
  int states() {
    return truthPower.length;
  }
}
