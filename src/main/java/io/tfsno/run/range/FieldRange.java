package io.tfsno.run.range;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;

/**
 * What one field of the training states has been seen to be.
 *
 * @param mean means over the grid
 * @param deviation standard deviations over the grid
 * @param power the largest power of each shell of wave numbers 1, 2, ...; empty where it is not
 *     known
 */
public record FieldRange(Band mean, Band deviation, List<Double> power) {
  /** Training sets are samples: what is this close to them still counts as seen. */
  private static final double SLACK = 0.1;

  /** Of a shell's largest power, in which samples differ most. */
  private static final double POWER_SLACK = 2;

  /** The share of the power of a state that may lie where no training state has any. */
  static final double LARGEST_EXCESS = 0.01;

  public FieldRange {
    power = List.copyOf(power);
  }

  /** Means that count as seen. */
  @JsonIgnore
  public Band means() {
    return mean.widened(SLACK * (mean.high() - mean.low()) + 0.01 * deviation.high());
  }

  /** Deviations that count as seen. */
  @JsonIgnore
  public Band deviations() {
    return new Band((1 - SLACK) * deviation.low(), (1 + SLACK) * deviation.high());
  }

  /**
   * The share of a state's power that lies above what the training states have at the same wave
   * numbers.
   *
   * @param shells power of the wave numbers 1, 2, ...
   */
  double excess(double[] shells) {
    double total = 0;
    double above = 0;
    for (int s = 0; s < shells.length; s++) {
      total += shells[s];
      above += Math.max(0, shells[s] - POWER_SLACK * (s < power.size() ? power.get(s) : 0));
    }
    return total == 0 ? 0 : above / total;
  }
}
