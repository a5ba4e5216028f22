package io.tfsno.eval;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Whether a gated block turns its attention to where the energy is: the correlation of mean power
 * and mean gain {@code w = 1 + delta} over the wave numbers that hold at least a hundredth of the
 * strongest one's power.
 *
 * @param block its number, 0 first
 * @param pearson R_eff
 * @param spearman the same of ranks
 * @param logPearson the same with the logarithm of the power
 * @param activity how much of the gate answers to the state at all
 * @param warning why the correlations are NaN; null where they are not
 */
public record BandCalibration(
    int block,
    List<Band> bands,
    double pearson,
    double spearman,
    double logPearson,
    GateActivity activity,
    String warning) {
  private static final double EFFECTIVE = 0.01;
  private static final int LEAST_BANDS = 3;

  /**
   * One wave number, in 2D one shell of them.
   *
   * @param effective whether its power is enough to count
   */
  public record Band(int k, double power, double weight, boolean effective) {}

  public BandCalibration {
    bands = List.copyOf(bands);
  }

  /**
   * @param power mean power of each wave number, 0 first
   * @param weight mean gain of each
   */
  static BandCalibration of(int block, double[] power, double[] weight, GateActivity activity) {
    double peak = 0;
    for (double p : power) {
      peak = Math.max(peak, p);
    }
    List<Band> bands = new ArrayList<>();
    for (int k = 0; k < power.length; k++) {
      boolean effective = peak > 0 && power[k] >= EFFECTIVE * peak;
      bands.add(new Band(k, power[k], weight[k], effective));
    }
    List<Band> effective = bands.stream().filter(Band::effective).toList();
    double[] p = column(effective, Band::power);
    double[] w = column(effective, Band::weight);
    String warning = warning(p, w);
    if (warning != null) {
      return new BandCalibration(
          block, bands, Double.NaN, Double.NaN, Double.NaN, activity, warning);
    }
    return new BandCalibration(
        block,
        bands,
        Correlation.pearson(p, w),
        Correlation.spearman(p, w),
        Correlation.pearson(column(effective, b -> Math.log10(b.power())), w),
        activity,
        null);
  }

  private static String warning(double[] power, double[] weight) {
    if (power.length < LEAST_BANDS) {
      return "only %d wave numbers hold 1 %% of the strongest one's power; a correlation needs %d"
          .formatted(power.length, LEAST_BANDS);
    }
    if (!Correlation.varies(weight)) {
      return "the gain is the same for all of these wave numbers";
    }
    return Correlation.varies(power) ? null : "the power is the same at all of these wave numbers";
  }

  private static double[] column(List<Band> bands, ToDoubleFunction<Band> value) {
    return bands.stream().mapToDouble(value).toArray();
  }

  /** Number of wave numbers that count. */
  public int effective() {
    return (int) bands.stream().filter(Band::effective).count();
  }
}
