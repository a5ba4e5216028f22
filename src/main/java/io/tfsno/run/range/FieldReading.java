package io.tfsno.run.range;

/**
 * One field of a state, read as {@link FieldRange} describes fields.
 *
 * @param shells power of the wave numbers 1, 2, ...; null where it is not known
 */
public record FieldReading(double mean, double deviation, double[] shells) {
  /** Whether training states have such a mean. */
  public boolean meanInside(FieldRange range) {
    return range.means().contains(mean);
  }

  /** Whether training states vary that much. */
  public boolean deviationInside(FieldRange range) {
    return range.deviations().contains(deviation);
  }

  /** The share of the power that no training state has at those waves; NaN if not known. */
  public double excess(FieldRange range) {
    return shells == null || range.power().isEmpty() ? Double.NaN : range.excess(shells);
  }

  /** Whether training states have as much power at each wave; true where it is not known. */
  public boolean spectrumInside(FieldRange range) {
    return !(excess(range) > FieldRange.LARGEST_EXCESS);
  }

  public boolean inside(FieldRange range) {
    return meanInside(range) && deviationInside(range) && spectrumInside(range);
  }
}
