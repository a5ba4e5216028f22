package io.tfsno.run.range;

import io.tfsno.data.FlatSet;
import io.tfsno.data.TrajectorySet;
import io.tfsno.data.condition.ParameterRange;
import io.tfsno.data.feed.StateSource;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.Inputs;
import io.tfsno.spectral.Channel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Between which values the numbers of training trajectories lie. */
public final class SeenNumbers {
  private static final int BATCH = 64;

  private SeenNumbers() {}

  /**
   * Of the set's parameters, with those of the model in its order, and when trajectories begin.
   *
   * @param range of the states
   */
  public static TrainingRange withParameters(
      TrainingRange range, Inputs inputs, TrajectorySet set, long used) {
    Map<String, Band> each =
        ParameterRange.of(set.conditions(), used).stream()
            .collect(
                Collectors.toMap(ParameterRange::name, p -> new Band(p.minimum(), p.maximum())));
    List<Band> given = new ArrayList<>();
    for (Channel channel : inputs.parameters()) {
      given.add(each.remove(channel.name()));
    }
    each.values().removeIf(band -> band.low() == band.high());
    return range.with(given, range.context()).hiding(each, burnIn(set));
  }

  private static Double burnIn(TrajectorySet set) {
    return set.attributes().get(FlatSet.SKIPPED) instanceof Number skipped
            && set.attributes().get("dt") instanceof Number interval
        ? skipped.longValue() * interval.doubleValue()
        : null;
  }

  /** Of what the model observes of first states. */
  public static List<Band> ofContext(Inputs inputs, StateSource training) {
    List<Band> bands = new ArrayList<>();
    int count = inputs.remembers() ? training.trajectories() : 0;
    for (int first = 0; first < count; first += BATCH) {
      int[] some = new int[Math.min(BATCH, count - first)];
      for (int i = 0; i < some.length; i++) {
        some[i] = first + i;
      }
      try (Scope scope = new Scope()) {
        Tensor numbers = training.conditions(some, new int[some.length], 0).context();
        include(bands, numbers.permute(1, 0).contiguous());
      }
    }
    return bands;
  }

  /**
   * @param numbers {@code [number, trajectory]}
   */
  private static void include(List<Band> bands, Tensor numbers) {
    for (int i = 0; i < numbers.size(0); i++) {
      double[] values = numbers.select(0, i).toDoubles();
      if (i == bands.size()) {
        bands.add(new Band(values[0], values[0]));
      }
      for (double value : values) {
        bands.set(i, bands.get(i).and(value));
      }
    }
  }
}
