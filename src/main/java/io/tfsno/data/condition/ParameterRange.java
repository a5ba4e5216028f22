package io.tfsno.data.condition;

import io.tfsno.spectral.Channel;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;

/** The values that a number of each trajectory takes in a set. */
public record ParameterRange(
    String name, String unit, double minimum, double maximum, double mean) {
  private static final int BLOCK = 1 << 16;

  /** Of every parameter of all trajectories. */
  public static List<ParameterRange> of(TrajectoryConditions conditions, long trajectories) {
    List<Channel> parameters = conditions.declared().parameters();
    List<DoubleSummaryStatistics> each = new ArrayList<>();
    parameters.forEach(p -> each.add(new DoubleSummaryStatistics()));
    for (long first = 0; first < trajectories && !parameters.isEmpty(); first += BLOCK) {
      double[] rows = conditions.parameters(first, (int) Math.min(BLOCK, trajectories - first));
      for (int i = 0; i < rows.length; i++) {
        each.get(i % each.size()).accept(rows[i]);
      }
    }
    List<ParameterRange> ranges = new ArrayList<>();
    for (int i = 0; i < each.size(); i++) {
      ranges.add(of(parameters.get(i), each.get(i)));
    }
    return ranges;
  }

  /** Of the phases of all trajectories. */
  public static ParameterRange ofPhase(TrajectoryConditions conditions, long trajectories) {
    DoubleSummaryStatistics all = new DoubleSummaryStatistics();
    for (long first = 0; first < trajectories; first += BLOCK) {
      int count = (int) Math.min(BLOCK, trajectories - first);
      for (double phase : conditions.phases(first, count)) {
        all.accept(phase);
      }
    }
    return of(new Channel("phase"), all);
  }

  private static ParameterRange of(Channel of, DoubleSummaryStatistics s) {
    return new ParameterRange(of.name(), of.unit(), s.getMin(), s.getMax(), s.getAverage());
  }
}
