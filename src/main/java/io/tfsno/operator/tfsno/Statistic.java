package io.tfsno.operator.tfsno;

import java.util.List;
import java.util.stream.Stream;

/**
 * The eight numbers by which a gate sees a field: four of its spectrum, four of its values. See
 * {@link SpectrumStatistics} and {@link ValueStatistics} for their formulas.
 */
public enum Statistic {
  /** ln E, the energy in the kept modes. */
  LOG_ENERGY,
  /** The power-weighted mean wave number, as a share of the largest. */
  CENTROID,
  /** The deviation of the power about the centroid. */
  SPREAD,
  /** The skewness of the power about the centroid, squashed. */
  SKEWNESS,
  /** ln sigma, the deviation of the values. */
  LOG_SIGMA,
  /** The size of steps between neighbours against the deviation. */
  ROUGHNESS,
  /** The excess kurtosis of the values, squashed. */
  KURTOSIS,
  /** ln(1 + crest factor): peak against deviation. */
  CREST;

  private static final List<Statistic> ALL = List.of(values());

  public static List<Statistic> all() {
    return ALL;
  }

  /** The four that come from the kept modes. */
  public static List<Statistic> ofSpectrum() {
    return ALL.subList(0, 4);
  }

  /** The four that come from the values in space. */
  public static List<Statistic> ofValues() {
    return ALL.subList(4, 8);
  }

  public static List<Statistic> allBut(Statistic left) {
    return Stream.of(values()).filter(s -> s != left).toList();
  }
}
