package io.tfsno.data.feed;

import io.tfsno.data.TrajectorySet;
import java.util.ArrayList;
import java.util.List;

/** Which fields of a set keep their mean over the grid from the first snapshot to the last. */
public final class ConstantMeans {
  /** Trajectories that are looked at: one of another law would show in most of them. */
  private static final long MOST = 32;

  /** Of a field's deviation: far more than float32 loses, far less than a rollout is exact to. */
  private static final double LARGEST_CHANGE = 1e-4;

  private ConstantMeans() {}

  /**
   * @param count trajectories to choose from, the first of the set
   */
  public static List<String> of(TrajectorySet set, long count) {
    double[] largest = new double[set.channels()];
    int last = set.steps() - 1;
    for (long i = 0; i < Math.min(MOST, count); i++) {
      double[][] first = moments(set, i, 0);
      for (int step : new int[] {last / 2, last}) {
        double[][] then = moments(set, i, step);
        for (int c = 0; c < largest.length; c++) {
          double change = Math.abs(then[c][0] - first[c][0]);
          double size = Math.max(first[c][1], then[c][1]);
          largest[c] = Math.max(largest[c], change == 0 ? 0 : change / size);
        }
      }
    }
    List<String> kept = new ArrayList<>();
    for (int c = 0; c < largest.length; c++) {
      if (largest[c] <= LARGEST_CHANGE) {
        kept.add(set.channelNames().get(c));
      }
    }
    return kept;
  }

  /** Mean and deviation of every channel. */
  private static double[][] moments(TrajectorySet set, long trajectory, int step) {
    float[] values = set.read(trajectory, 1, step, 1);
    int cells = values.length / set.channels();
    double[][] moments = new double[set.channels()][2];
    for (int c = 0; c < moments.length; c++) {
      double sum = 0;
      for (int i = c * cells; i < (c + 1) * cells; i++) {
        sum += values[i];
      }
      double mean = sum / cells;
      double squares = 0;
      for (int i = c * cells; i < (c + 1) * cells; i++) {
        squares += (values[i] - mean) * (values[i] - mean);
      }
      moments[c][0] = mean;
      moments[c][1] = Math.sqrt(squares / cells);
    }
    return moments;
  }
}
