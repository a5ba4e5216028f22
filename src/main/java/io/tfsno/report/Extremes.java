package io.tfsno.report;

import io.tfsno.data.TrajectorySet;
import io.tfsno.spectral.Channel;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Two test trajectories: those with the lowest and the highest value of a parameter that differs
 * between trajectories, whether or not the model is told it.
 *
 * @param parameter the first that differs
 * @param lowest its values in the two
 */
record Extremes(Channel parameter, double lowest, double highest, Sample low, Sample high) {

  /** Empty where no parameter differs, or fields are not on a line. */
  static Optional<Extremes> of(TrajectorySet test, IntFunction<Sample> sample) {
    List<Channel> parameters = test.conditions().declared().parameters();
    if (parameters.isEmpty() || test.grid().dimension() > 1) {
      return Optional.empty();
    }
    int count = Math.toIntExact(test.trajectories());
    int size = parameters.size();
    double[] all = test.conditions().parameters(0, count);
    for (int p = 0; p < size; p++) {
      int at = p;
      Comparator<Integer> byValue = Comparator.comparingDouble(i -> all[i * size + at]);
      int low = IntStream.range(0, count).boxed().min(byValue).orElseThrow();
      int high = IntStream.range(0, count).boxed().max(byValue).orElseThrow();
      double lowest = all[low * size + p];
      double highest = all[high * size + p];
      if (lowest < highest) {
        return Optional.of(
            new Extremes(
                parameters.get(p), lowest, highest, sample.apply(low), sample.apply(high)));
      }
    }
    return Optional.empty();
  }
}
