package io.tfsno.eval;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Arrays;
import java.util.List;

/**
 * How a forecast did over a rollout.
 *
 * @param steps scores at each step, 1 first
 * @param overall over all steps: each trajectory's mean over the steps
 * @param psre relative error of the power spectrum at the last step, in 2D of its shells
 * @param sce error of the spectral centroid at the last step, in integer wave numbers
 * @param nonFinite trajectories whose forecast left the finite numbers
 * @param psreFull the same error over all single waves; in 1D the same number
 * @param channels the same scores for each channel by itself
 * @param last relative L2 error of each trajectory at the last step, to compare models pair by pair
 */
public record Scores(
    List<Step> steps,
    Step overall,
    Summary psre,
    Summary sce,
    int nonFinite,
    Summary psreFull,
    List<Channel> channels,
    @JsonIgnore List<Double> last) {

  /**
   * @param step its number; 0 for the whole rollout
   * @param nonFinite trajectories whose forecast is not finite there
   * @param vrmse error relative to the variation of the truth in space, over all channels their
   *     mean; null in ledgers that are older than it
   * @param tail the largest relative L2 errors; null in ledgers that are older than it
   */
  public record Step(
      int step,
      Summary mse,
      Summary l2,
      Summary h1,
      int nonFinite,
      Summary vrmse,
      @JsonInclude(JsonInclude.Include.NON_NULL) Tail tail) {}

  /**
   * What a mean over trajectories hides. An error that is not finite is larger than all others.
   *
   * @param p95 the smallest error that at least 95 % of the trajectories do not exceed
   * @param aboveOne share of the trajectories with an error above 1: worse than predicting zero
   */
  public record Tail(double p95, double aboveOne) {
    static Tail of(double[] errors) {
      double[] sorted =
          Arrays.stream(errors)
              .map(v -> Double.isFinite(v) ? v : Double.POSITIVE_INFINITY)
              .sorted()
              .toArray();
      int rank = (95 * sorted.length + 99) / 100; // whole numbers: 0.95 n may round up
      long above = Arrays.stream(sorted).filter(v -> v > 1).count();
      return new Tail(sorted[rank - 1], (double) above / sorted.length);
    }
  }

  /** The scores of one channel. */
  public record Channel(String name, List<Step> steps, Step overall) {
    /** The scores of a step; 0 for the whole rollout. */
    public Step at(int step) {
      return step == 0 ? overall : steps.get(step - 1);
    }
  }

  /** The scores of a step. */
  public Step at(int step) {
    return steps.get(step - 1);
  }
}
