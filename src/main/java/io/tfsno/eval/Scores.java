package io.tfsno.eval;

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
 */
public record Scores(
    List<Step> steps,
    Step overall,
    Statistic psre,
    Statistic sce,
    int nonFinite,
    Statistic psreFull,
    List<Channel> channels) {

  /**
   * @param step its number; 0 for the whole rollout
   * @param nonFinite trajectories whose forecast is not finite there
   * @param vrmse error relative to the variation of the truth in space, over all channels their
   *     mean; null in ledgers that are older than it
   */
  public record Step(
      int step, Statistic mse, Statistic l2, Statistic h1, int nonFinite, Statistic vrmse) {}

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
