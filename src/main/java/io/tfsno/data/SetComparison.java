package io.tfsno.data;

import io.tfsno.base.UserError;
import java.util.Arrays;

/**
 * How far the trajectories of one set are from those of another, step by step: of two solvers, or
 * of two equations from the same first states.
 *
 * @param trajectories that both sets have
 * @param relative the mean over them of {@code |a - b| / |b|} in the root-mean-square norm, for
 *     each step that both sets have
 * @param largest the largest difference of two values at that step
 */
public record SetComparison(long trajectories, double[] relative, double[] largest) {

  public static SetComparison of(TrajectorySet a, TrajectorySet b) {
    requireSameFields(a, b);
    long trajectories = Math.min(a.trajectories(), b.trajectories());
    int steps = Math.min(a.steps(), b.steps());
    SetComparison sum = new SetComparison(trajectories, new double[steps], new double[steps]);
    for (long i = 0; i < trajectories; i++) {
      sum.add(a.read(i, 1, 0, steps), b.read(i, 1, 0, steps));
    }
    return sum;
  }

  /** The mean of {@link #relative} over all steps but the first state. */
  public double mean() {
    return Arrays.stream(relative).skip(1).average().orElse(0);
  }

  /** Some of the steps, for a table. */
  public int[] chosenSteps() {
    return SetSummary.chosenSteps(relative.length);
  }

  private void add(float[] a, float[] b) {
    int size = a.length / relative.length;
    for (int step = 0; step < relative.length; step++) {
      double apart = 0;
      double whole = 0;
      for (int i = step * size; i < (step + 1) * size; i++) {
        double difference = (double) a[i] - b[i];
        apart += difference * difference;
        whole += (double) b[i] * b[i];
        largest[step] = Math.max(largest[step], Math.abs(difference));
      }
      relative[step] += apart == 0 ? 0 : Math.sqrt(apart / whole) / trajectories;
    }
  }

  private static void requireSameFields(TrajectorySet a, TrajectorySet b) {
    String first = fields(a);
    String second = fields(b);
    if (!first.equals(second)) {
      throw new UserError(
          "two sets of the same fields at the same times",
          first + " and " + second,
          "Make both with the same grid and snapshots, or compare other sets of the files.");
    }
  }

  private static String fields(TrajectorySet set) {
    return "%d channel(s) on %s, dt %.6g".formatted(set.channels(), set.grid().text(), set.dt());
  }
}
