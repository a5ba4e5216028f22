package io.tfsno.data;

import java.util.List;
import java.util.stream.IntStream;

/**
 * What a set looks like: range of its values, over all and per channel, and how energy and spectrum
 * drift from step to step. It reads a sample of trajectories, one at a time, so its memory does not
 * grow with the file.
 *
 * @param sampled trajectories that were read, evenly spread over the set
 * @param nonFinite numbers that were NaN or infinite, left out of the rest
 * @param firstNonFinite where the first of them stands, or null
 */
public record SetSummary(
    int sampled,
    double minimum,
    double maximum,
    double mean,
    double deviation,
    long nonFinite,
    Place firstNonFinite,
    List<OfChannel> channels,
    List<Drift> drift) {

  /** One channel's values. */
  public record OfChannel(
      String name,
      String unit,
      double minimum,
      double maximum,
      double mean,
      double deviation,
      long nonFinite) {}

  /** Where a value stands. */
  public record Place(long trajectory, int step, double time, String channel) {}

  /**
   * Means over the sample at one step.
   *
   * @param energy mean square
   * @param centroid mean wave number of the power
   * @param spectrum power per shell, wave numbers 0, 1, ..., of fields taken as periodic
   */
  public record Drift(int step, double time, double energy, double centroid, double[] spectrum) {}

  private static final int SAMPLE = 50;

  public static SetSummary of(TrajectorySet set) {
    int sampled = (int) Math.min(SAMPLE, set.trajectories());
    SummaryAccumulator all = new SummaryAccumulator(chosenSteps(set.steps()), set);
    for (int i = 0; i < sampled; i++) {
      long trajectory = i * set.trajectories() / sampled;
      all.add(trajectory, set.read(trajectory, 1, 0, set.steps()));
    }
    return all.summary(sampled);
  }

  /** 0, 1, 10, 25, 50, 100 and the last. */
  static int[] chosenSteps(int count) {
    return IntStream.of(0, 1, 10, 25, 50, 100, count - 1)
        .filter(s -> s < count)
        .distinct()
        .sorted()
        .toArray();
  }
}
